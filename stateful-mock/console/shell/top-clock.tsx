import { moveClock } from '../actions/move-clock.ts'
import { PauseButton } from '../actions/pause-button.tsx'
import { hrefTo } from '../session/route.ts'
import { lookingBackAt } from '../session/session.ts'
import { shortInstant, useTicking, worldNowMs } from '../values/instant.tsx'
import { clock } from '../world/live.ts'

/** The world's clock in the header, with the two most usual ways to change it. */
export function TopClock() {
  useTicking()
  const now = worldNowMs()
  if (now === undefined) return null
  return (
    <div class="top-clock">
      <a href={hrefTo(['time'])} title="The clock of this sandbox (UTC)">
        <time dateTime={new Date(now).toISOString()}>{shortInstant(now)}</time>
        {clock.value?.mode === 'frozen' && <span class="quiet"> paused</span>}
      </a>
      <PauseButton small />
      <button
        type="button"
        class="button small"
        aria-label="Advance the clock by 1 h"
        disabled={lookingBackAt.value !== undefined}
        onClick={() => moveClock({ by: 'PT1H' })}
      >
        +1 h
      </button>
    </div>
  )
}
