import { validatorFor } from '../../../src/contract/schema/schema-compiler.ts'
import { didYouMean } from '../../../src/contract/text/did-you-mean.ts'
import { ImpossibleEvent } from '../../../src/model/areas/event-answer.ts'
import { decide, decideEvent } from '../../../src/model/decide.ts'
import { modelled } from '../../../src/model/model.ts'
import type { EventName } from '../../../src/model/request/operation-types.ts'
import { everyRow, keyOf, type Row, type Table } from '../../../src/model/table/table.ts'
import { apply, type World } from '../../../src/model/world/world.ts'
import { namedActors } from '../../actors/mock-callers.ts'
import { LiveGaps } from '../../gaps/live-gaps.ts'
import { beyondReach } from '../../journal/beyond-reach.ts'
import type { Sandbox } from '../../sandboxes/mock.ts'
import { instant, parseInstant } from '../../time/instant.ts'
import { affectedOrganization } from './affected-organization.ts'
import { type ControlHandler, done } from './control-handler.ts'
import { isKnownEvent } from './event-handlers.ts'

interface Step {
  readonly operation?: string
  readonly event?: string
  readonly actor?: string
  readonly parameters?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly at?: string
}

interface Rehearsed {
  readonly status: number
  readonly body?: unknown
  readonly error?: string
  readonly rules: readonly string[]
  readonly gaps: readonly string[]
}

interface Rehearsal {
  readonly steps: readonly Step[]
  readonly entry?: number
  readonly only?: Only
}

interface Only {
  readonly entity: string
  readonly ids: readonly string[]
}

type Missing = { readonly missing: string }

/** A world with its gap values. */
interface Stage {
  readonly world: World
  readonly gaps: LiveGaps
}

/** Rehearse requests. The model decides without anything being applied, so this costs and changes nothing. */
export const rehearse: ControlHandler = (sandbox, { body }) => {
  const { steps, entry, only } = body as Rehearsal
  const whole = stageOf(sandbox, entry)
  if ('missing' in whole) return { status: 404, error: whole.missing }
  if (only && !(only.entity in whole.world.tables))
    return { status: 404, error: `there is no entity named ${only.entity}` }
  const stage = only ? { ...whole, world: withOnly(whole.world, only) } : whole
  const answers = steps.map((step) => {
    const then = { ...stage, world: worldAt(stage.world, step.at) }
    return step.event === undefined ? requested(sandbox, then, step) : caused(sandbox, then, step)
  })
  const wrong = answers.find((answer): answer is Missing => 'missing' in answer)
  return wrong ? { status: 404, error: wrong.missing } : done({ now: instant(stage.world.nowMs), answers })
}

/** As things are, or as they were right after an entry. */
function stageOf({ holder }: Sandbox, entry: number | undefined): Stage | Missing {
  const { world, gaps, journal } = holder
  if (entry === undefined) return { world, gaps }
  const missing = entry > holder.entries ? `there is no entry ${entry} in the journal` : beyondReach(journal, entry)
  if (missing !== undefined) return { missing }
  const then = journal.stateAt(entry)
  return { world: then.world, gaps: new LiveGaps(gaps.contract, then.gaps) }
}

/** The same world without the other things of a kind. */
function withOnly(world: World, { entity, ids }: Only): World {
  const name = entity as keyof World['tables']
  const table: Table<Row> = world.tables[name]
  const kept = new Set(ids)
  const others = [...everyRow(table)].map((row) => keyOf(table, row))
  return apply(
    world,
    others.filter((key) => !kept.has(key.at(-1) ?? '')).map((key) => ({ kind: 'remove', table: name, key })),
  )
}

/** The same world at another instant, without anything falling due on the way. */
function worldAt(world: World, at: string | undefined): World {
  const nowMs = at === undefined ? undefined : parseInstant(at)
  return nowMs === undefined ? world : apply(world, [{ kind: 'clock', nowMs }])
}

function requested(sandbox: Sandbox, { world, gaps: choices }: Stage, step: Step): Rehearsed | Missing {
  const { contract } = sandbox
  const { operation: id = '', actor, parameters = {}, body } = step
  const operation = contract.operations.get(id) ?? contract.doors.get(id)
  if (!operation || !modelled(id))
    return { missing: `no operation is called ${id}${didYouMean(id, [...contract.operations.keys()])}` }
  const credential = actor === undefined ? undefined : credentialOf(sandbox, actor)
  if (actor !== undefined && credential === undefined) return { missing: `there is no actor named ${actor}` }
  const placed = (place: 'path' | 'query') =>
    Object.fromEntries(
      operation.parameters.flatMap(({ name, in: where }) => {
        const value = parameters[name]
        return where === place && value !== undefined ? [[name, value]] : []
      }),
    )
  const outcome = decide(
    world,
    { operation, credential, parameters: placed('path'), query: placed('query'), body },
    choices,
  )
  const { rules, gaps } = outcome
  if (outcome.kind === 'success') return { status: outcome.status, body: outcome.body, rules, gaps }
  const [{ status, message }] = outcome.refusals
  return { status, error: message, rules, gaps }
}

function caused(sandbox: Sandbox, { world, gaps }: Stage, { event = '', body = {} }: Step): Rehearsed | Missing {
  const operation = sandbox.contract.controlOperations.get(event)
  if (!operation || !isKnownEvent(operation)) return { missing: `no outside event is called ${event}` }
  const refused = (status: number, error: string): Rehearsed => ({ status, error, rules: [], gaps: [] })
  const wrong = operation.body && validatorFor(operation.body.schema)(body)[0]
  if (wrong) return refused(400, wrong.message)
  const affected = affectedOrganization(world, operation, body)
  if ('missing' in affected) return refused(404, `there is no organization named ${affected.missing}`)
  try {
    const { answer } = decideEvent(
      world,
      { name: operation.id as EventName, org: affected.org, body: body as never },
      gaps,
    )
    return { status: 200, body: answer, rules: [], gaps: [] }
  } catch (error) {
    if (!(error instanceof ImpossibleEvent)) throw error
    return refused(error.because === 'unknown' ? 404 : 409, error.message)
  }
}

const credentialOf = (sandbox: Sandbox, actor: string): string | undefined =>
  namedActors(sandbox).find(([name]) => name === actor)?.[1].credential
