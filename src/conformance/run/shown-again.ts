import { replay } from '../../scenario/replay/replay.ts'
import { makeScenario } from '../../scenario/scenario.ts'
import { callersIn } from '../../target/opening/credentials.ts'
import type { NewWorld } from '../../target/opening/world-anew.ts'
import { failureScenario } from '../failure/failure-scenario.ts'
import { runAgain, type Sequence } from '../sequence/sequence.ts'
import { shownAnew } from '../sequence/shown-anew.ts'
import type { Repeat, Shrunk } from '../sequence/shrink.ts'
import { catchUp } from '../session/look-again.ts'
import type { Session } from '../session/session.ts'
import { openSession, type SessionOptions } from './open-session.ts'
import type { RunOptions } from './run-options.ts'

export interface ShowingAgain extends SessionOptions, Pick<RunOptions, 'anew'> {
  readonly session: Session
  /** A name for everything that the next execution makes. */
  readonly salt: () => string
}

/** The failure as it is reported: reproduced on fresh data if the target can be reset, and so is its saved scenario. */
export async function shownAgain(showing: ShowingAgain, original: Sequence, shrunk: Shrunk): Promise<Shrunk> {
  const { session, anew, salt } = showing
  if (!anew || shrunk.how === 'flaky' || session.stopping()) return shrunk
  const newWorld = async (): Promise<NewWorld> => {
    const made = await anew.make()
    if (!made) throw new Error('the target cannot be reset')
    await catchUp(session)
    return made
  }
  try {
    const repeat: Repeat = async (steps) => runAgain(await sessionIn(showing, await newWorld()), steps, salt())
    const shown = await shownAnew(session, original, shrunk, repeat)
    const replayed = await replayedIn(await newWorld(), showing, shown)
    // The session's knowledge of the target has to match the world that is there now.
    if (anew.replaces) session.base = (await sessionIn(showing, await newWorld())).base
    return { ...shown, ...(replayed && { replayed }) }
  } catch {
    return shrunk
  }
}

/** A session on fresh data with the learned choices and the budget of this one. */
async function sessionIn(showing: ShowingAgain, world: NewWorld): Promise<Session> {
  const { budget, learned, known, passedOver, late, longest } = showing.session
  return { ...(await openSession({ ...showing, ...world })), budget, learned, known, passedOver, late, longest }
}

async function replayedIn(
  { client, driver }: NewWorld,
  { contract, url, session, salt }: ShowingAgain,
  shown: Shrunk,
): Promise<Shrunk['replayed']> {
  if (shown.how === 'leftovers' || session.stopping()) return undefined
  const { outcome } = await replay(makeScenario(failureScenario(contract, shown), 'failure'), {
    contract,
    url,
    actors: Object.fromEntries(callersIn(contract.profile).map(([name, { headers }]) => [name, headers])),
    kind: 'target',
    driver,
    salt: salt(),
    send: (sent, held) => client.send(sent, held),
    stopped: session.stopping,
    wait: (seconds) => session.pause(seconds * 1000),
  })
  return outcome
}
