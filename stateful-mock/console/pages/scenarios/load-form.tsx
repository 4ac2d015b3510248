import { TextInput } from '../../forms/inputs.tsx'
import type { ScenarioStep } from './arazzo.ts'
import type { Player } from './use-player.ts'

/** Into which sandbox a scenario is played, at once or step by step. */
export function LoadForm({ player, steps }: { player: Player; steps: readonly ScenarioStep[] }) {
  const next = (player.reached ?? -1) + 1
  const step = steps[next]
  const begun = player.reached !== undefined
  return (
    <form
      class="load-form"
      onSubmit={(event) => {
        event.preventDefault()
        player.playAllAndEnter(steps.length - 1)
      }}
    >
      <TextInput
        label="Sandbox to load it into"
        value={player.target}
        required
        pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}"
        title="Letters, digits, dots, underscores and hyphens"
        hint="It is created, or replaced if it exists."
      />
      <div class="form-end">
        <button type="submit" class={begun ? 'button' : 'button primary'} disabled={player.busy}>
          Load and open
        </button>
        <button
          type="button"
          class={begun && step ? 'button primary' : 'button'}
          disabled={player.busy || !step}
          onClick={() => step && player.playTo(step.id, next)}
        >
          {!begun ? 'Play the first step' : step ? 'Play the next step' : 'All steps played'}
        </button>
        {begun && (
          <button type="button" class={step ? 'button' : 'button primary'} onClick={player.enter}>
            Open the sandbox
          </button>
        )}
      </div>
    </form>
  )
}
