import { AREAS } from '../../contract/areas.ts'
import { isObject } from '../../contract/json.ts'
import type { Singleton } from '../area-judge/singleton.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import type { Cast } from '../kit/cast.ts'
import type { Switch } from '../kit/switch.ts'
import type { Sequence } from '../sequence/sequence.ts'
import { catchUp } from '../session/look-again.ts'
import type { Session } from '../session/session.ts'
import type { Shadow } from '../shadow/shadow.ts'
import {
  isChangedBy,
  type Restored,
  readRestored,
  restoreSingletons,
  SINGLETONS,
  touchesSingleton,
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

export interface Tidying {
  /**
   * Restores the target, and the knowledge of it, to what the next sequence expects. Where others run at the same time, the
   * clock stays where it is.
   */
  readonly tidy: (sequence: Sequence, hasCompany?: boolean) => Promise<void>
  /** Puts the clock back where it would be, when nothing else is under way. */
  readonly putClockBack: () => Promise<void>
}

export function makeTidying(session: Session, cast: Cast, removing: boolean): Tidying {
  const { driver, clock } = session
  const atStart = session.base
  /** Of sequences since the clock was put back. */
  let shadows: Shadow[] = []
  const personal = withSingletonsOfTheirOwn(cast)
  const unlike = new Set<Singleton>()

  /** Restores the singletons that can be read back, and reads them again. */
  async function restore(changed: Sequence['trace'], hasCompany: boolean): Promise<void> {
    const all: (readonly [string, Restored])[] = []
    const did = new Set([cast.main, ...changed.map(({ step }) => step.actor)])
    // The others may be in use.
    const singletons = hasCompany ? changedIn(changed) : SINGLETONS
    for (const actor of personal.filter((one) => did.has(one)))
      all.push([actor, await restoreSingletons(session, { atStart, singletons }, actor)])
    if (unlike.size > 0) await catchUp(session)
    for (const [actor, restored] of all) await readRestored(session, { restored, unlike, singletons }, actor)
  }

  /** Continues to clean up even if the driver no longer responds. */
  async function turnBack(event: string, body: unknown): Promise<void> {
    try {
      await driver.cause(event, body)
    } catch (error) {
      session.leftBehind.add(`${event} ${JSON.stringify(body)}: ${(error as Error).message}`)
    }
  }

  async function putClockBack(): Promise<void> {
    const ended = shadows
    shadows = []
    if (clock.aheadMs === 0) return
    if (removing) for (const area of AREAS) await AREA_JUDGES[area].cleanUp.beforeClockIsBack?.(session, ended)
    if (!driver.can('setClock')) return
    clock.isBack()
    await turnBack('setClock', standing(clock.now()))
  }

  async function tidy(sequence: Sequence, hasCompany = false): Promise<void> {
    const { shadow, trace, finding } = sequence
    shadows.push(shadow)
    // First, because a backend that is still down refuses removals.
    for (const event of shadow.caused)
      for (const { on } of SWITCHES.filter((one) => wasTurned(one, event, trace))) await turnBack(event, on)
    if (removing) {
      // Sequences that run at the same time would notice if the clock moved, unless it does anyway.
      const mayWait = !hasCompany || clock.aheadMs > 0
      for (const actor of ofEachOrganization(session, cast.main, trace))
        await removeMade(session, shadow, actor, mayWait)
      await putRight(session, shadow, cast.main)
      await removeUnseen(session, sequence)
    }
    // A broken rule may leave things that the shadow does not know, such as a reopened incident; so may a delivery that was
    // answered before all of it was there.
    const wasCut = trace.some(({ step }) => step.kind === 'request' && step.duringNext)
    if (removing && (finding || wasCut)) await endStrays(session, cast.main)
    if (!hasCompany) await putClockBack()
    const changed = trace.filter(({ step }) => touchesSingleton(step))
    if (changed.length > 0) await restore(changed, hasCompany)
  }

  return { tidy, putClockBack }
}

const changedIn = (trace: Sequence['trace']): readonly Singleton[] =>
  SINGLETONS.filter((singleton) => trace.some(({ step }) => isChangedBy(singleton, step)))
