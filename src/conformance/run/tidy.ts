import { AREAS } from '../../contract/areas.ts'
import { isObject } from '../../contract/json.ts'
import type { Singleton } from '../area-judge/singleton.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import type { Cast } from '../kit/cast.ts'
import type { Switch } from '../kit/switch.ts'
import type { Sequence } from '../sequence/sequence.ts'
import { catchUp } from '../session/look-again.ts'
import type { Session } from '../session/session.ts'
import {
  type Restored,
  restoreSingletons,
  touchesSingleton,
  withRestored,
  withSingletonsOfTheirOwn,
} from '../start/singletons.ts'
import { endStrays, putRight, removeMade } from './clean-up.ts'
import { removeUnseen } from './unseen-creations.ts'

const SWITCHES = AREAS.flatMap((area) => AREA_JUDGES[area].switches)

/** Only switches that a step has changed are restored; a driver may not support the others. */
const wasTurned = ({ event, off }: Switch, caused: string, trace: Sequence['trace']): boolean =>
  event === caused && trace.some(({ step }) => step.kind === 'event' && step.event === event && isAbout(off, step.body))

const isAbout = (off: Switch['off'], body: unknown): boolean =>
  isObject(body) && ['area', 'backend', 'quota'].every((key) => off[key] === body[key])

/** The main actor, and one of each other organization in which somebody did something. */
function ofEachOrganization({ contract }: Session, main: string, trace: Sequence['trace']): string[] {
  const { actors } = contract.profile
  const byOrganization = new Map([[actors[main]?.organization, main]])
  for (const { step } of trace) {
    const { organization, headers = {} } = (step.kind === 'request' ? actors[step.actor] : undefined) ?? {}
    const isKnown = organization !== undefined && Object.keys(headers).length > 0
    if (isKnown && !byOrganization.has(organization)) byOrganization.set(organization, step.actor)
  }
  return [...byOrganization.values()]
}

/** A clock that ran with real time runs again; another one is set to where it would be. */
const standing = (nowMs: number): unknown =>
  Math.abs(nowMs - Date.now()) < A_MINUTE_MS ? { mode: 'real' } : { mode: 'set', now: new Date(nowMs).toISOString() }

const A_MINUTE_MS = 60_000

/** Restores the target, and the knowledge of it, to what the next sequence expects. */
export function makeTidy(
  session: Session,
  cast: Cast,
  { removing, inCompany }: { readonly removing: boolean; readonly inCompany: boolean },
): (sequence: Sequence) => Promise<void> {
  const { driver, clock } = session
  const atStart = session.base
  const personal = withSingletonsOfTheirOwn(cast)
  const unlike = new Set<Singleton>()

  /** Restores the singletons that can be read back, and reads them again. */
  async function restore(changed: Sequence['trace']): Promise<void> {
    const all: (readonly [string, Restored])[] = []
    const did = new Set([cast.main, ...changed.map(({ step }) => step.actor)])
    for (const actor of personal.filter((one) => did.has(one)))
      all.push([actor, await restoreSingletons(session, atStart, actor)])
    if (unlike.size > 0) await catchUp(session)
    for (const [actor, restored] of all) session.base = await withRestored(session, { restored, unlike }, actor)
  }

  /** Continues to clean up even if the driver no longer responds. */
  async function turnBack(event: string, body: unknown): Promise<void> {
    try {
      await driver.cause(event, body)
    } catch (error) {
      session.leftBehind.add(`${event} ${JSON.stringify(body)}: ${(error as Error).message}`)
    }
  }

  return async (sequence) => {
    const { shadow, trace, finding } = sequence
    // First, because a backend that is still down refuses removals.
    for (const event of session.caused)
      for (const { on } of SWITCHES.filter((one) => wasTurned(one, event, trace))) await turnBack(event, on)
    if (removing) {
      // Sequences that run at the same time would notice if the clock moved; those that have moved it run alone.
      const mayWait = !inCompany || clock.aheadMs > 0
      for (const actor of ofEachOrganization(session, cast.main, trace))
        await removeMade(session, shadow, actor, mayWait)
      await putRight(session, shadow, cast.main)
      await removeUnseen(session, sequence)
    }
    // A broken rule may leave things that the shadow does not know, such as a reopened incident; so may a delivery that was
    // answered before all of it was there.
    const wasCut = trace.some(({ step }) => step.kind === 'request' && step.duringNext)
    if (removing && (finding || wasCut)) await endStrays(session, cast.main)
    session.caused.clear()
    if (clock.aheadMs > 0 && driver.can('setClock')) {
      clock.isBack()
      await turnBack('setClock', standing(clock.now()))
    }
    const changed = trace.filter(({ step }) => touchesSingleton(step))
    if (changed.length > 0) await restore(changed)
  }
}
