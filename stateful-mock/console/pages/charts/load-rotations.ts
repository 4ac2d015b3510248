import { type Body, bodyOf, readStep, rehearse } from '../../world/rehearse.ts'

type Schedule = Body<'listSchedules'>['schedules'][number]

export interface Shift {
  readonly fromMs: number
  readonly toMs: number
  readonly label: string
  readonly override: boolean
}

export interface Rotation {
  readonly id: string
  readonly name: string
  readonly timezone: string
  readonly shifts: readonly Shift[]
}

/** No schedule is followed through more hand-offs than this. */
const MOST_ROUNDS = 60

/**
 * The on-call shifts, asked of the mock itself: at the start, then at each end it names, until the span is covered. So
 * clock changes, overrides and gaps are the mock's, not guessed here.
 */
export async function loadRotations(
  ids: readonly string[],
  fromMs: number,
  toMs: number,
): Promise<readonly Rotation[]> {
  if (ids.length === 0) return []
  const schedulesAt = askAbout(ids)
  const start = await schedulesAt([fromMs])
  const found = new Map<string, { schedule: Schedule; shifts: Shift[]; atMs: number }>()
  for (const schedule of start[0] ?? []) found.set(schedule.id, { schedule, shifts: [], atMs: fromMs })
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const open = [...found.values()].filter(({ atMs }) => atMs < toMs)
    if (open.length === 0) break
    const answers = await schedulesAt(open.map(({ atMs }) => atMs))
    open.forEach((one, index) => {
      const now = answers[index]?.find(({ id }) => id === one.schedule.id)
      const endMs = Math.min(
        toMs,
        ...[endOf(now, one.atMs), nextOverride(one.schedule, one.atMs)].filter((ms) => ms > one.atMs),
      )
      one.shifts.push({
        fromMs: one.atMs,
        toMs: endMs,
        label: now?.onCallNow?.label ?? 'nobody',
        override: now?.onCallNow?.override ?? false,
      })
      one.atMs = endMs
    })
  }
  return [...found.values()].map(({ schedule: { id, name, timezone }, shifts }) => ({
    id,
    name,
    timezone,
    shifts: joined(shifts),
  }))
}

/** A function that says who is on call by some schedules, at each of some instants. */
const askAbout =
  (ids: readonly string[]) =>
  async (instants: readonly number[]): Promise<readonly (readonly Schedule[])[]> => {
    const answers = await rehearse(
      instants.map((ms) => ({ ...readStep('listSchedules'), at: new Date(ms).toISOString() })),
      { entity: 'OncallSchedule', ids: [...ids] },
    )
    return answers.map((answer) => (bodyOf(answer) as Body<'listSchedules'>).schedules)
  }

const DAY = 86_400_000

const endOf = (schedule: Schedule | undefined, atMs: number): number => {
  const until = Date.parse(schedule?.onCallNow?.until ?? '')
  return Number.isNaN(until) ? atMs + DAY : until
}

const nextOverride = ({ overrides = [] }: Schedule, atMs: number): number =>
  Math.min(...overrides.map(({ startsAt }) => Date.parse(startsAt)).filter((ms) => ms > atMs), Number.POSITIVE_INFINITY)

function joined(shifts: readonly Shift[]): Shift[] {
  const out: Shift[] = []
  for (const shift of shifts) {
    const last = out.at(-1)
    if (last && last.label === shift.label && last.override === shift.override)
      out[out.length - 1] = { ...last, toMs: shift.toMs }
    else out.push(shift)
  }
  return out
}
