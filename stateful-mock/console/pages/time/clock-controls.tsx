import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { moveClock, runWithRealTime } from '../../actions/move-clock.ts'
import { parseDuration } from '../../actions/parse-duration.ts'
import { PauseButton } from '../../actions/pause-button.tsx'
import { lookingBackAt } from '../../session/session.ts'
import { worldNowMs } from '../../values/instant.tsx'
import { UntilNext } from './until-next.tsx'

const STEPS = [
  ['PT1M', '1 min'],
  ['PT1H', '1 h'],
  ['P1D', '1 day'],
  ['P7D', '7 days'],
] as const

/** Every way to change the clock. */
export function ClockControls() {
  const locked = lookingBackAt.value !== undefined
  return (
    <fieldset class="clock-controls" disabled={locked}>
      <legend class="unseen">Change the clock</legend>
      <div class="tools">
        <PauseButton />
        {STEPS.map(([by, words]) => (
          <button
            key={by}
            type="button"
            class="button"
            aria-label={`Advance by ${words}`}
            onClick={() => moveClock({ by })}
          >
            +{words}
          </button>
        ))}
        <button type="button" class="button" onClick={runWithRealTime}>
          Real time
        </button>
      </div>
      <DurationForm />
      <DateForm />
      <UntilNext />
    </fieldset>
  )
}

function DurationForm() {
  const id = useId()
  const text = useSignal('')
  return (
    <form
      class="clock-form"
      onSubmit={(event) => {
        event.preventDefault()
        const by = parseDuration(text.value)
        if (by !== undefined) void moveClock({ by })
      }}
    >
      <label for={id}>Advance by</label>
      <input
        id={id}
        type="text"
        required
        autocomplete="off"
        placeholder="3d 4h"
        title="For example 3d 4h, 90 min, 2 weeks or P1M"
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value
          const wrong = parseDuration(text.value) === undefined
          event.currentTarget.setCustomValidity(wrong ? 'Enter a duration such as 3d 4h, 90 min or 2 weeks.' : '')
        }}
      />
      <button type="submit" class="button">
        Advance
      </button>
    </form>
  )
}

/** In UTC like everything the API says. */
function DateForm() {
  const id = useId()
  const date = useSignal<string | undefined>(undefined)
  const now = worldNowMs()
  const least = now === undefined ? '' : new Date(now).toISOString().slice(0, 16)
  return (
    <form
      class="clock-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (date.value) void moveClock({ to: `${date.value.length === 16 ? `${date.value}:00` : date.value}Z` })
      }}
    >
      <label for={id}>Advance to (UTC)</label>
      <input
        id={id}
        type="datetime-local"
        required
        min={least}
        value={date.value ?? least}
        onInput={(event) => {
          date.value = event.currentTarget.value
        }}
      />
      <button type="submit" class="button">
        Go to date
      </button>
    </form>
  )
}
