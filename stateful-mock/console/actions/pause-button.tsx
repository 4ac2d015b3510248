import { lookingBackAt } from '../session/session.ts'
import { clock } from '../world/live.ts'
import { pauseOrRun } from './move-clock.ts'

export function PauseButton({ small }: { small?: boolean }) {
  return (
    <button
      type="button"
      class={small ? 'button small' : 'button'}
      disabled={!clock.value || lookingBackAt.value !== undefined}
      onClick={pauseOrRun}
    >
      {clock.value?.mode === 'frozen' ? 'Resume' : 'Pause'}
    </button>
  )
}
