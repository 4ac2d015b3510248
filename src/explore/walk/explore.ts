import type { Area } from '../../contract/areas.ts'
import type { Contract } from '../../contract/contract.ts'
import type { GapId } from '../../contract/generated/gaps.ts'
import { responseFor } from '../../contract/operations.ts'
import { ImpossibleEvent } from '../../model/areas/event-answer.ts'
import type { Choices } from '../../model/world/choices.ts'
import { apply, type World } from '../../model/world/world.ts'
import { fingerprint } from '../fingerprint.ts'
import type { Invariant, Transition } from '../invariant.ts'
import { fieldsIn } from '../invariants/fields.ts'
import { INVARIANTS } from '../invariants/index.ts'
import { type Look, type Looking, looksAt } from '../looks.ts'
import { type ModelUnderTest, THE_MODEL } from '../model-under-test.ts'
import { idOf, type Move, wordsOf } from '../move.ts'
import { movesIn, type Repertoire } from '../moves.ts'
import { repertoireOf, startingWorld } from './start.ts'

export interface ExploreOptions {
  readonly contract: Contract
  readonly area: Area
  readonly choices: Choices
  readonly model?: ModelUnderTest
  readonly invariants?: readonly Invariant[]
  /** The exploration ends after this many worlds, or when this returns true. */
  readonly mostWorlds: number
  readonly isOver?: () => boolean
}

export interface Explored {
  readonly worlds: number
  readonly transitions: number
  /** The longest shortest path to a world that was seen. */
  readonly depth: number
  /** True if everything within the bounds was explored. */
  readonly complete: boolean
  /** Operations and events of the area that never succeeded. */
  readonly untaken: readonly string[]
  readonly breaches: readonly Breach[]
}

export interface Breach {
  readonly invariant: string
  readonly what: string
  /** The shortest path to it. */
  readonly path: readonly string[]
}

interface Node {
  readonly world: World
  readonly seen: readonly Look[]
  readonly secrets: ReadonlySet<string>
  readonly path: readonly string[]
}

/** Every world within reach, nearest first, each held against the invariants: so the first breach is a shortest one. */
export function explore(options: ExploreOptions): Explored {
  const { contract, area, choices, model = THE_MODEL, mostWorlds, isOver = () => false } = options
  const start = startingWorld(choices)
  const repertoire = repertoireOf(contract, area, start)
  const looking: Looking = { model, choices, reads: repertoire.reads, credential: 'owner', ids: repertoire.ids }
  const invariants = (options.invariants ?? INVARIANTS).filter((one) => isHeld(one, area, choices))
  const found = new Map<string, Breach>()
  const known = new Set([fingerprint(start, start)])
  const queue: Node[] = [{ world: start, seen: looksAt(start, looking), secrets: new Set(), path: [] }]
  const untaken = new Set([...repertoire.changes, ...repertoire.events].map(({ id }) => id))
  let [transitions, depth] = [0, 0]
  let node = queue.shift()
  for (; node && known.size < mostWorlds && !isOver(); node = queue.shift()) {
    depth = node.path.length
    for (const move of movesIn(node.world, repertoire)) {
      transitions++
      const stepped = step(node, move, { ...options, model, looking, repertoire })
      if (!stepped) continue
      if (stepped.transition.refusals.length === 0) untaken.delete(idOf(move))
      for (const breach of breachesOf(stepped.transition, invariants))
        if (!found.has(breach.invariant))
          found.set(breach.invariant, { ...breach, path: [...node.path, wordsOf(move)] })
      const mark = fingerprint(stepped.transition.after, start)
      if (known.has(mark)) continue
      known.add(mark)
      const { after, seenAfter } = stepped.transition
      queue.push({ world: after, seen: seenAfter, secrets: stepped.secrets, path: [...node.path, wordsOf(move)] })
    }
  }
  const complete = node === undefined
  return { worlds: known.size, transitions, depth, complete, untaken: [...untaken], breaches: [...found.values()] }
}

interface Stepping extends ExploreOptions {
  readonly model: ModelUnderTest
  readonly looking: Looking
  readonly repertoire: Repertoire
}

/** Undefined for an event that cannot happen here. */
function step(
  { world, seen, secrets }: Node,
  move: Move,
  { contract, choices, model, looking }: Stepping,
): { readonly transition: Transition; readonly secrets: ReadonlySet<string> } | undefined {
  const done = outcomeOf(world, move, { choices, model })
  if (!done) return undefined
  const after = done.changes.length > 0 ? apply(world, done.changes) : world
  const seenAfter = after === world ? seen : looksAt(after, looking)
  const given = { contract, before: world, after, move, secrets, seenBefore: seen, seenAfter }
  return { transition: { ...given, ...done }, secrets: new Set([...secrets, ...shownSecrets(move, done.body)]) }
}

function outcomeOf(world: World, move: Move, { choices, model }: Pick<Stepping, 'choices' | 'model'>) {
  if (move.kind === 'clock')
    return { changes: model.advance(world, world.nowMs + move.byMs, choices).changes, body: undefined, refusals: [] }
  if (move.kind === 'event')
    try {
      const event = { name: move.name, org: 'acme', body: move.body as never }
      return { changes: model.decideEvent(world, event, choices).changes, body: undefined, refusals: [] }
    } catch (error) {
      if (error instanceof ImpossibleEvent) return undefined
      throw error
    }
  const outcome = model.decide(world, move.request, choices)
  return outcome.kind === 'success'
    ? { changes: outcome.changes, body: outcome.body, refusals: [] }
    : { changes: outcome.changes, body: undefined, refusals: outcome.refusals }
}

/** True if an invariant applies under these choices: where the contract is silent, some need not hold. */
const isHeld = ({ unless = {} }: Invariant, area: Area, choices: Choices): boolean =>
  Object.entries(unless).every(([gap, value]) => !gap.startsWith(`${area}.`) || choices.value(gap as GapId) !== value)

/** The secrets in an answer, which no later answer may show. */
function shownSecrets(move: Move, body: unknown): string[] {
  if (move.kind !== 'request' || body === undefined) return []
  const { operation } = move.request
  const schema = responseFor(operation, operation.success.status)?.schema
  return [...fieldsIn(schema, body)].flatMap(({ value, schema: own }) =>
    own?.['x-understudy']?.secret === 'once' && typeof value === 'string' && value.length > 5 ? [value] : [],
  )
}

const breachesOf = (transition: Transition, invariants: readonly Invariant[]): Omit<Breach, 'path'>[] =>
  invariants.flatMap(({ name, breach }) => {
    const what = breach(transition)
    return what === undefined ? [] : [{ invariant: name, what }]
  })
