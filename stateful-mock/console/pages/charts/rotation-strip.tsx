import { hrefTo } from '../../session/route.ts'
import { shortInstant } from '../../values/instant.tsx'
import type { Rotation, Shift } from './load-rotations.ts'

const DAY = 86_400_000

/** The on-call shifts: a bar for each schedule, a segment for each shift. */
export function RotationStrip({ rotations, nowMs }: { rotations: readonly Rotation[]; nowMs: number }) {
  const shifts = rotations.flatMap((one) => one.shifts)
  const [from, to] = [Math.min(...shifts.map(({ fromMs }) => fromMs)), Math.max(...shifts.map(({ toMs }) => toMs))]
  const people = [...new Set(shifts.map(({ label }) => label))].sort()
  const percent = (ms: number) => `${(((ms - from) / (to - from)) * 100).toFixed(3)}%`
  const days = Array.from({ length: Math.round((to - from) / DAY) }, (_, index) => from + index * DAY)
  return (
    <div class="rotation">
      <div class="rotation-days" aria-hidden="true">
        {days.map((ms) => (
          <span key={ms} style={{ left: percent(ms) }}>
            {new Date(ms).getUTCDate()}
          </span>
        ))}
      </div>
      {rotations.map(({ id, name, timezone, shifts: own }) => (
        <div key={id} class="rotation-row">
          <a href={hrefTo(['things', 'OncallSchedule', id])}>
            {name} <span class="quiet">{timezone}</span>
          </a>
          <ol class="rotation-bar" aria-label={`Rotation of ${name}`}>
            {own.map((shift) => (
              <li
                key={shift.fromMs}
                class={`shift series-${people.indexOf(shift.label) % 6}${shift.override ? ' override' : ''}`}
                style={{ left: percent(shift.fromMs), width: percent(from + shift.toMs - shift.fromMs) }}
                title={wordsOf(shift)}
              >
                <span class="shift-name">{shift.label}</span>
                <span class="shift-initial" aria-hidden="true">
                  {[...shift.label][0]}
                </span>
                <span class="unseen">{wordsOf(shift)}</span>
              </li>
            ))}
          </ol>
        </div>
      ))}
      <div class="rotation-now" style={{ '--at': String((nowMs - from) / (to - from)) }} aria-hidden="true" />
    </div>
  )
}

const wordsOf = ({ label, fromMs, toMs, override }: Shift): string =>
  `${label} from ${shortInstant(fromMs, false)} to ${shortInstant(toMs, false)}${override ? ', override' : ''}`
