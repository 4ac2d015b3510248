import { AREAS } from '../../contract/areas.ts'
import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import { apply, type Change, type World } from '../../model/world/world.ts'
import type { Owner, Singleton } from '../area-judge/singleton.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import { sameJson } from '../compare/compare.ts'
import type { Cast } from '../kit/cast.ts'
import { lookAgain } from '../session/look-again.ts'
import type { Session } from '../session/session.ts'
import { sendAside } from '../session/to-send.ts'
import { rowsOf } from '../shadow/rows.ts'
import { plainRequest } from '../step/plain-request.ts'
import type { Step } from '../step/step.ts'
import { plainRead } from './plain-read.ts'

/** Of all areas. */
export const SINGLETONS = AREAS.flatMap((area) => AREA_JUDGES[area].singletons)
const READ_BY: ReadonlySet<string> = new Set(SINGLETONS.map(({ read }) => read))

export const readsSingleton = (operation: string): boolean => READ_BY.has(operation)

export const isChangedBy = ({ changedBy }: Singleton, step: Step): boolean =>
  step.kind === 'request' && changedBy.some((id) => id === step.operation)

export const touchesSingleton = (step: Step): boolean => SINGLETONS.some((singleton) => isChangedBy(singleton, step))

const ownerOf = ({ profile }: Contract, actor: string): Owner => {
  const { organization = '', user = `⟦user ${actor}⟧` } = profile.actors[actor] ?? {}
  return { organization, user }
}

/** The actors whose singletons a run may change: everybody who plays a part in it. */
export const withSingletonsOfTheirOwn = ({ nobody, ...others }: Cast): string[] => [
  ...new Set(Object.values(others).filter((actor): actor is string => actor !== undefined)),
]

/** The world with the singletons as an actor sees them now. */
export async function withSingletons(
  target: Pick<Session, 'contract' | 'client'>,
  world: World,
  actor: string,
): Promise<World> {
  const owner = ownerOf(target.contract, actor)
  const changes: Change[] = []
  for (const singleton of SINGLETONS)
    changes.push(...rowsFor(singleton, owner, await plainRead(target, singleton.read, actor)))
  return apply(world, changes)
}

const rowsFor = ({ table, places }: Singleton, owner: Owner, body: Body | undefined): Change[] =>
  body ? places(owner).map((place): Change => ({ kind: 'put', table, row: { ...body, ...place, seq: 0 } })) : []

type Body = Readonly<Record<string, unknown>>

/** The singletons of an actor that were put back, each with what it should show. */
export type Restored = ReadonlyMap<Singleton, Body>

/** Restores singletons to their values at the start of the run, as far as these can be read back. */
export async function restoreSingletons(
  session: Session,
  { atStart, singletons }: { readonly atStart: World; readonly singletons: readonly Singleton[] },
  actor: string,
): Promise<Restored> {
  const owner = ownerOf(session.contract, actor)
  const restored = new Map<Singleton, Body>()
  for (const singleton of singletons) {
    const request = singleton.restore(atStart, owner)
    if (!request) continue
    await sendAside(session, plainRequest(request, actor))
    const [place] = singleton.places(owner)
    const row = rowsOf(atStart, singleton.table).find(({ org, id }) => org === place?.org && id === place.id)
    const asked = isObject(request.body) ? request.body : row
    if (asked) restored.set(singleton, { ...asked })
  }
  return restored
}

/** The place of a row is the world's own affair. */
const isAs = ({ id: _id, org: _org, seq: _seq, ...expected }: Body, seen: Body): boolean =>
  Object.keys(expected).every((key) => sameJson(seen[key], expected[key]))

/**
 * Reads the singletons of an actor for the next sequences, after they were put back: a stale read would have every later
 * sequence expect what an earlier one had set. One that has never read as before (it shows when it was changed, say)
 * is in `unlike`, and is not waited for again.
 */
export async function readRestored(
  session: Session,
  { restored, unlike, singletons }: Restoring,
  actor: string,
): Promise<void> {
  const owner = ownerOf(session.contract, actor)
  const changes: Change[] = []
  for (const singleton of singletons) {
    const expected = unlike.has(singleton) ? undefined : restored.get(singleton)
    const look = () => plainRead(session, singleton.read, actor)
    const first = await look()
    const isRight = (seen: Body) => !expected || isAs(expected, seen)
    const { seen, right } = first ? await lookAgain(session, first, { look, isRight }) : { seen: first, right: 'never' }
    if (first && right === 'never') unlike.add(singleton)
    changes.push(...rowsFor(singleton, owner, seen))
  }
  session.base = apply(session.base, changes)
}

interface Restoring {
  readonly restored: Restored
  readonly unlike: Set<Singleton>
  readonly singletons: readonly Singleton[]
}
