import { Temporal } from 'temporal-polyfill'
import { isObject } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations.ts'
import { sameJson } from '../compare/compare.ts'
import type { Thing } from '../compare/things.ts'
import type { Finding } from '../finding/finding.ts'
import type { SeenOnCall, Shadow } from '../shadow/shadow.ts'

/** Longer apart than this, a handoff may lie between two looks. */
const CLOSE_MS = 60_000

/**
 * Who is on call by rotation is open, but reordering participants shifts it (On-call 7): with two of
 * them, swapping them swaps the person on call.
 */
export function checkRotation(
  operation: Operation,
  things: readonly Thing[],
  shadow: Shadow,
): { readonly findings: Finding[]; readonly onCall: Shadow['onCall'] } {
  if (!things.some(({ entity }) => entity === 'OncallSchedule')) return { findings: [], onCall: shadow.onCall }
  const onCall = new Map(shadow.onCall)
  const findings = things.flatMap(({ entity, id, object }): Finding[] => {
    const now = entity === 'OncallSchedule' ? seen(object, shadow.world.nowMs) : undefined
    if (!now) return []
    const before = onCall.get(id)
    onCall.set(id, now)
    const why = before && mustDiffer(before, now)
    if (!before || !why || before.userId !== now.userId) return []
    return [
      {
        severity: 'failure',
        check: 'rotation',
        operation: operation.id,
        rules: ['ONC-09'],
        subject: 'OncallSchedule.onCallNow.userId',
        message: `${why}, and the same person is still on call`,
        expected: 'the other one',
        actual: String(now.userId),
      },
    ]
  })
  return { findings, onCall }
}

/** Why the person on call must be another one than before. */
function mustDiffer(before: SeenOnCall, now: SeenOnCall): string | undefined {
  if (swapped(before, now)) return 'the two participants were swapped'
  return handedOver(before, now) ? 'the handoff lies between the two looks' : undefined
}

/** Two people taking turns daily, and exactly one handoff (in the schedule's zone), with a margin, between two looks. */
function handedOver(before: SeenOnCall, now: SeenOnCall): boolean {
  const { handoff, timezone, participants } = now
  if (
    participants.length !== 2 ||
    !sameJson([before.participants, before.handoff, before.timezone], [participants, handoff, timezone])
  )
    return false
  if (
    !isObject(handoff) ||
    handoff.interval !== 'daily' ||
    typeof handoff.time !== 'string' ||
    typeof timezone !== 'string'
  )
    return false
  if (now.atMs - before.atMs > 20 * 3_600_000) return false
  const instant = handoffOf(before.atMs, timezone, handoff.time)
  if (instant === undefined) return false
  return [instant, instant + 86_400_000].some((at) => at - MARGIN_MS > before.atMs && at + MARGIN_MS < now.atMs)
}

const MARGIN_MS = 120_000

/** The handoff on the local day of an instant; undefined where the target took a zone or a time that nobody can read. */
function handoffOf(atMs: number, timezone: string, time: string): number | undefined {
  try {
    const day = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone).toPlainDate()
    return day.toZonedDateTime({ timeZone: timezone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds
  } catch {
    return undefined
  }
}

function seen({ onCallNow, participants, handoff, timezone }: Thing['object'], atMs: number): SeenOnCall | undefined {
  if (!isObject(onCallNow) || onCallNow.override !== false || !Array.isArray(participants)) return undefined
  return { userId: onCallNow.userId, participants, handoff, timezone, atMs }
}

function swapped(before: SeenOnCall, now: SeenOnCall): boolean {
  const [first, second] = before.participants
  if (before.participants.length !== 2 || !isObject(first) || !isObject(second) || first.userId === second.userId)
    return false
  return (
    now.atMs - before.atMs < CLOSE_MS &&
    sameJson(now.participants, [second, first]) &&
    sameJson([before.handoff, before.timezone], [now.handoff, now.timezone])
  )
}
