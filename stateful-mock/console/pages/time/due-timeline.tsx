import { useSignal } from '@preact/signals'
import { moveClock } from '../../actions/move-clock.ts'
import type { Schemas } from '../../client/control.ts'
import { timerWords } from '../../contract/timer-words.ts'
import { lookingBackAt } from '../../session/session.ts'
import { shortInstant, spanWords } from '../../values/instant.tsx'

type Due = Schemas['Due']

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const SCALE = [MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY, 365 * DAY]
const MOST_LANES = 8
/** The distance to the pointer, as a share of the width, within which a click means an event. */
const NEAR = 0.008

/** Upcoming timers, a lane for each kind; the clock goes where one clicks, or where one lets go after dragging. */
export function DueTimeline({ due, nowMs }: { due: readonly Due[]; nowMs: number }) {
  const pointed = useSignal<number | undefined>(undefined)
  const span = Math.max(HOUR, ...due.map(({ at }) => Date.parse(at) - nowMs)) * 1.1
  const axis = logAxis(span)
  const lanes = [...Map.groupBy(due, ({ timer }) => timer)].slice(0, MOST_LANES)
  const places = due.map(({ at }) => axis.place(Date.parse(at) - nowMs))
  const aim = (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const part = Math.min(1, Math.max(0, (event.clientX - left) / width))
    pointed.value = places.find((place) => Math.abs(place - part) < NEAR) ?? part
  }
  const go = () => {
    if (pointed.value === undefined || lookingBackAt.value !== undefined) return
    // A little more, so that a timer at exactly this time is not missed by rounding.
    void moveClock({ to: new Date(Math.ceil(nowMs + axis.awayAt(pointed.value)) + 1).toISOString() })
  }
  return (
    <div class="due-timeline">
      <ul class="due-lanes" aria-hidden="true">
        {lanes.map(([timer]) => (
          <li key={timer}>{timerWords(timer)}</li>
        ))}
      </ul>
      <div
        class="due-track"
        role="img"
        aria-label={`${due.length} timers are due; the table and the buttons do the same as clicking here`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          aim(event)
        }}
        onPointerMove={aim}
        onPointerLeave={() => {
          pointed.value = undefined
        }}
        onPointerUp={go}
      >
        {SCALE.filter((away) => away < span).map((away) => (
          <span key={away} class="due-scale" style={{ left: percent(axis.place(away)) }}>
            {spanWords(away)}
          </span>
        ))}
        {lanes.map(([timer, members], lane) => (
          <Marks key={timer} members={members} lane={lane} place={(at) => axis.place(Date.parse(at) - nowMs)} />
        ))}
        <div class="due-floor" style={{ '--lanes': String(lanes.length) }} />
        {pointed.value !== undefined && (
          <div class={pointed.value > 0.5 ? 'due-aim left' : 'due-aim'} style={{ left: percent(pointed.value) }}>
            <span>{aimWords(nowMs + axis.awayAt(pointed.value), due)}</span>
          </div>
        )}
      </div>
    </div>
  )
}

/** Near things apart and far ones together: the first hour gets as much room as the next week. */
function logAxis(span: number) {
  const whole = Math.log1p(span / MINUTE)
  return {
    place: (away: number) => Math.log1p(Math.max(0, away) / MINUTE) / whole,
    awayAt: (part: number) => MINUTE * Math.expm1(part * whole),
  }
}

function Marks({ members, lane, place }: { members: readonly Due[]; lane: number; place: (at: string) => number }) {
  return (
    <>
      {members.map(({ at, timer, id }) => (
        <i
          key={`${at} ${id}`}
          class="due-mark"
          style={{ left: percent(place(at)), '--lane': String(lane) }}
          title={`${timerWords(timer)}, ${id}, ${shortInstant(at)}`}
        />
      ))}
    </>
  )
}

const percent = (part: number): string => `${(part * 100).toFixed(3)}%`

function aimWords(toMs: number, due: readonly Due[]): string {
  const count = due.filter(({ at }) => Date.parse(at) <= toMs + 1).length
  return `${shortInstant(toMs, false)}, ${count === 1 ? '1 falls' : `${count} fall`} due`
}
