import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { moveClock } from '../../actions/move-clock.ts'
import { control, got } from '../../client/control.ts'
import { timerWords } from '../../contract/timer-words.ts'
import { relative } from '../../values/instant.tsx'
import { useLoaded } from '../../world/use-loaded.ts'

/** The soonest of each kind; asked for now and then, since all that is due has to be looked at. */
const CALM_MS = 1_000

/** To the next thing that falls due, of any kind or of one. */
export function UntilNext() {
  const id = useId()
  const timer = useSignal('')
  const loaded = useLoaded(
    'timers',
    async () =>
      (await got(control.GET('/_understudy/clock', { params: { query: { kinds: true, effective: true } } }))).kinds ??
      [],
    CALM_MS,
  )
  const kinds = loaded.data ?? []
  const chosen = kinds.some((one) => one.timer === timer.value) ? timer.value : ''
  return (
    <form
      class="clock-form"
      onSubmit={(event) => {
        event.preventDefault()
        const due = kinds.find((one) => chosen === '' || one.timer === chosen)
        if (due) void moveClock({ to: due.at })
      }}
    >
      <label for={id}>Advance to next</label>
      <select
        id={id}
        value={chosen}
        onChange={(event) => {
          timer.value = event.currentTarget.value
        }}
      >
        <option value="">any timer{kinds[0] && `, ${relative(kinds[0].at)}`}</option>
        {kinds.map((one) => (
          <option key={one.timer} value={one.timer}>
            {timerWords(one.timer)}, {relative(one.at)}
          </option>
        ))}
      </select>
      <button type="submit" class="button primary" disabled={kinds.length === 0}>
        Go to next
      </button>
    </form>
  )
}
