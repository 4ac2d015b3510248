import { AREAS } from '../../contract/areas.ts'
import type { Contract } from '../../contract/contract.ts'
import { apply, type Change, type World } from '../../model/world/world.ts'
import type { Owner } from '../area-judge/singleton.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import type { Cast } from '../kit/cast.ts'
import type { Session } from '../session/session.ts'
import { sendAside } from '../session/to-send.ts'
import { plainRequest } from '../step/plain-request.ts'
import type { Step } from '../step/step.ts'
import { plainRead } from './plain-read.ts'

const SINGLETONS = AREAS.flatMap((area) => AREA_JUDGES[area].singletons)
const CHANGED_BY: ReadonlySet<string> = new Set(SINGLETONS.flatMap(({ changedBy }) => changedBy))

export const touchesSingleton = (step: Step): boolean => step.kind === 'request' && CHANGED_BY.has(step.operation)

const ownerOf = ({ profile }: Contract, actor: string): Owner => {
  const { organization = '', user = `⟦user ${actor}⟧` } = profile.actors[actor] ?? {}
  return { organization, user }
}

/** The actors whose singletons a run may change: our own, a colleague's, and those of the other organization. */
export const withSingletonsOfTheirOwn = ({ main, colleague, outsider }: Cast): string[] =>
  [main, colleague, outsider].filter((actor) => actor !== undefined)

/** The world with the singletons as an actor sees them now. */
export async function withSingletons(
  target: Pick<Session, 'contract' | 'client'>,
  world: World,
  actor: string,
): Promise<World> {
  const owner = ownerOf(target.contract, actor)
  const changes: Change[] = []
  for (const { table, read, places } of SINGLETONS) {
    const body = await plainRead(target, read, actor)
    if (body)
      changes.push(
        ...places(owner).map((place): Change => ({ kind: 'put', table, row: { ...body, ...place, seq: 0 } })),
      )
  }
  return apply(world, changes)
}

/** Restores singletons to their values at the start of the run, as far as these can be read back. */
export async function restoreSingletons(session: Session, atStart: World, actor: string): Promise<void> {
  for (const { restore } of SINGLETONS) {
    const request = restore(atStart, ownerOf(session.contract, actor))
    if (request) await sendAside(session, plainRequest(request, actor))
  }
}
