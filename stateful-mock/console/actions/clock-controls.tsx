import { control, got } from '../client/control.ts'
import { attempt, notify } from '../parts/toast.tsx'
import { lookingBackAt } from '../session/session.ts'
import { clock, refresh } from '../world/live.ts'

type Way = { by: string } | { nextDue: true }

export function moveClock(way: Way): Promise<boolean> {
  return attempt(async () => {
    const { fired } = await got(control.POST('/_understudy/clock/advance', { body: way }))
    refresh()
    notify(
      fired.length === 0
        ? 'The clock moved; nothing fell due'
        : `The clock moved; ${fired.length === 1 ? '1 thing' : `${fired.length} things`} fell due`,
    )
  })
}

const STEPS = [
  ['PT1M', '1 min'],
  ['PT1H', '1 h'],
  ['P1D', '1 day'],
] as const

export function PauseButton({ small }: { small?: boolean }) {
  const shown = clock.value
  const frozen = shown?.mode === 'frozen'
  const toggle = () =>
    attempt(async () => {
      if (!shown) return
      // Time that was moved runs on from where it stands.
      const body = frozen ? { mode: 'set' as const, now: shown.now } : { mode: 'frozen' as const }
      await got(control.PUT('/_understudy/clock', { body }))
      refresh()
    })
  return (
    <button
      type="button"
      class={small ? 'button small' : 'button'}
      disabled={!shown || lookingBackAt.value !== undefined}
      onClick={toggle}
    >
      {frozen ? 'Run' : 'Pause'}
    </button>
  )
}

export function ClockControls() {
  const locked = lookingBackAt.value !== undefined
  const toReal = () =>
    attempt(async () => {
      await got(control.PUT('/_understudy/clock', { body: { mode: 'real' } }))
      refresh()
    }, 'The clock runs with real time')
  return (
    <div class="clock-controls">
      <PauseButton />
      {STEPS.map(([by, words]) => (
        <button
          key={by}
          type="button"
          class="button"
          disabled={locked}
          aria-label={`Move on +${words}`}
          onClick={() => moveClock({ by })}
        >
          +{words}
        </button>
      ))}
      <button type="button" class="button primary" disabled={locked} onClick={() => moveClock({ nextDue: true })}>
        To the next due
      </button>
      <button type="button" class="button" disabled={locked} onClick={toReal}>
        Real time
      </button>
    </div>
  )
}
