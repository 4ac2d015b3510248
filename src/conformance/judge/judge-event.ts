import { AREAS } from '../../contract/areas.ts'
import type { Contract } from '../../contract/contract.ts'
import type { GapId } from '../../contract/generated/gaps.ts'
import type { Json } from '../../contract/json.ts'
import { isObject } from '../../contract/json.ts'
import { advance } from '../../model/advance.ts'
import type { Row } from '../../model/table/table.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import { apply, type Change, type World } from '../../model/world/world.ts'
import { withShownCount } from '../areas/email/shown-count.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import { sameChanges } from '../explain/same-changes.ts'
import { aheadBy } from '../shadow/ahead-by.ts'
import type { Caused } from '../shadow/caused.ts'
import { choicesFor, deviationsFrom } from '../shadow/choices.ts'
import { citing } from '../shadow/cited.ts'
import { rowsOf } from '../shadow/rows.ts'
import { follow, type OtherWorld, passed, type Shadow } from '../shadow/shadow.ts'
import { happening } from './happening.ts'

const MAX_WORLDS = 32

/**
 * The shadow after an outside event. The effect may depend on gaps that no answer has shown yet, so every possible
 * world is kept until an answer tells them apart.
 */
export function judgeEvent(caused: Caused): Shadow {
  const { contract, shadow, event, org, body, answer } = caused
  if (event === 'advanceClock') return advanced(contract, shadow, body)
  if (event === 'listPages') return shadow
  const consulted = new Set<GapId>()
  let believing = true
  const happen = (from: World, assignment: ReadonlyMap<GapId, Json>): Happened | undefined => {
    const { outcome, consulted: asked } = happening(caused, from, assignment)
    for (const gap of asked) consulted.add(gap)
    if (!outcome) return undefined
    const { answer: predicted, changes, rules } = outcome
    const contradicted = contradicts(predicted, answer)
    if (contradicted && believing) return undefined
    return { changes, rules, bindings: () => (contradicted ? new Map() : idsIn(predicted, answer)) }
  }
  const starts: readonly Start[] = [{ world: shadow.world, because: [] }, ...shadow.others].map((start) => ({
    ...start,
    chosen: new Map(start.because.map(({ gap, value }) => [gap as GapId, value as Json])),
    led: [],
  }))
  const reached: (OtherWorld & { readonly shadow: Shadow })[] = []
  const keep = (start: Start, assignment: ReadonlyMap<GapId, Json>) => {
    const chosen = assignment.size === 0 ? start.chosen : new Map([...start.chosen, ...assignment])
    const happened = happen(start.world, chosen)
    // Most choices make no difference to most events.
    if (!happened || start.led.some((changes) => sameChanges(changes, happened.changes))) return
    const after = attempt(() => follow({ ...shadow, world: start.world }, happened.changes, happened.bindings()))
    if (!after) return
    start.led.push(happened.changes)
    const because = [...start.because, ...[...assignment].map(([gap, value]) => ({ gap, value }))]
    reached.push({ world: after.world, because, shadow: citing(after, happened.rules, happened.changes) })
  }
  for (const start of starts) keep(start, new Map())
  for (const start of starts)
    for (const assignment of deviationsFrom(contract, shadow, new Map(), [...consulted])) {
      const asked = new Set(consulted)
      if (reached.length < MAX_WORLDS) keep(start, assignment)
      // A choice may lead to a point that is open as well, and that no other choice leads to.
      const asksMore = [...consulted].filter((gap) => !asked.has(gap))
      for (const both of deviationsFrom(contract, shadow, assignment, asksMore))
        if (reached.length < MAX_WORLDS) keep(start, both)
    }
  if (reached.length === 0)
    for (const first of [...deviationsFrom(contract, shadow, new Map(), [...consulted])])
      for (const both of deviationsFrom(contract, shadow, first, [...consulted]))
        for (const start of starts) if (reached.length < MAX_WORLDS) keep(start, both)
  if (reached.length === 0) {
    // No gap values explain the driver's report; later responses of the API decide.
    believing = false
    for (const start of starts) keep(start, new Map())
  }
  const [main, ...others] = reached
  if (!main) throw new Error('the model cannot follow this event')
  const paused = isPaused(shadow.world, { event, org, answer })
  const pausing = (world: World) =>
    withPause(event === 'quotaChanges' ? withShownCount(shadow, world, org) : world, org, paused)
  const after = { ...main.shadow, world: pausing(main.world) }
  return { ...after, others: others.map(({ world, because }) => ({ world: pausing(world), because })) }
}

/**
 * True if sending is paused. That depends on all traffic of the organization and on open thresholds, so the driver's
 * last report decides until staff lift the pause; without a report nothing is expected.
 */
function isPaused(before: World, { event, org, answer }: Pick<Caused, 'event' | 'org' | 'answer'>): boolean {
  if (isObject(answer) && typeof answer.paused === 'boolean') return answer.paused
  if (event === 'sendingUnpaused') return false
  return rowsOf(before, 'EmailSettings').some((row) => row.org === org && row.paused === true)
}

function withPause(world: World, org: string, told: boolean): World {
  const rows = rowsOf(world, 'EmailSettings').filter((row) => row.org === org)
  const wrong = rows.filter((row) => 'paused' in row && row.paused !== told)
  if (told && rows.length === 0) return apply(world, [putSettings({ ...NO_SETTINGS, org, ...pause(told) })])
  return apply(
    world,
    wrong.map((row) => putSettings({ ...row, ...pause(told) })),
  )
}

const pause = (paused: boolean) => ({
  paused,
  pausedAt: paused ? '⟦time of the pause⟧' : undefined,
  pauseReason: paused ? '⟦reason of the pause⟧' : undefined,
})
const NO_SETTINGS = { id: 'settings', seq: 0, dailyQuota: undefined }
const putSettings = (row: Row): Change => ({ kind: 'put', table: 'EmailSettings', row })

/** Advances the clock of the shadow and of its other worlds; whatever falls due happens. */
function advanced(contract: Contract, shadow: Shadow, body: unknown): Shadow {
  const toMs = shadow.world.nowMs + aheadBy(body)
  const { changes, rules } = advance(shadow.world, toMs, choicesFor(contract, shadow))
  const elsewise = AREAS.flatMap((area) => AREA_JUDGES[area].asTimePasses?.({ contract, shadow }) ?? [])
  const others = [...shadow.others, ...elsewise].slice(0, MAX_WORLDS).map(({ world, because }) => {
    const choices = new Map(because.map(({ gap, value }) => [gap as GapId, value as Json]))
    return { world: apply(world, advance(world, toMs, choicesFor(contract, shadow, choices)).changes), because }
  })
  return citing(passed({ ...shadow, others }, changes), rules, changes)
}

/** Binds placeholders in the prediction to the values in the same places of the driver's report. */
function idsIn(predicted: unknown, answer: unknown, found = new Map<string, Json>()): Map<string, Json> {
  if (isSymbol(predicted) && (typeof answer === 'string' || typeof answer === 'number')) found.set(predicted, answer)
  else if (isObject(predicted) && isObject(answer))
    for (const [key, value] of Object.entries(predicted)) idsIn(value, answer[key], found)
  // If resources of others were affected too, positions in a list prove nothing.
  else if (Array.isArray(predicted) && Array.isArray(answer) && predicted.length === answer.length)
    for (const [index, value] of predicted.entries()) idsIn(value, answer[index], found)
  return found
}

/** True if the driver's report contradicts this world: another incident, or one that was not opened. */
function contradicts(predicted: unknown, answer: unknown): boolean {
  if (!isObject(predicted) || !isObject(answer)) return false
  return TELLING.some((field) => {
    const [want, got] = [predicted[field], answer[field]]
    return want !== undefined && got !== undefined && !isSymbol(want) && want !== got
  })
}

/** The fields of a driver's report that tell worlds apart. */
const TELLING = ['incidentId', 'opened', 'resolved', 'accepted', 'with']

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

interface Happened {
  readonly changes: readonly Change[]
  readonly rules: readonly string[]
  readonly bindings: () => ReadonlyMap<string, Json>
}

/** A world an event may have happened in. */
interface Start extends OtherWorld {
  readonly chosen: ReadonlyMap<GapId, Json>
  /** The distinct changes that it led to so far. */
  readonly led: (readonly Change[])[]
}
