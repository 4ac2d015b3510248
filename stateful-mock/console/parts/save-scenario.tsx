import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { control, got, wordsOf } from '../state/control.ts'
import { goTo } from '../state/route.ts'
import { Dialog } from './dialog.tsx'
import { Problem } from './states.tsx'
import { tell } from './toast.tsx'

/** A part of the journal as a scenario to keep. */
export function SaveScenario({ from, to, close }: { from: number; to: number; close: () => void }) {
  const id = useId()
  const name = useSignal('')
  const summary = useSignal('')
  const problem = useSignal<string | undefined>(undefined)
  const save = async (event: Event) => {
    event.preventDefault()
    try {
      const saved = await got(
        control.POST('/_understudy/journal/scenario', {
          body: {
            name: name.value,
            fromEntry: from,
            toEntry: to,
            replace: false,
            ...(summary.value !== '' && { summary: summary.value }),
          },
        }),
      )
      tell(`Saved ${saved.name} with ${saved.steps} steps`)
      goTo(['scenarios', saved.name])
    } catch (error) {
      problem.value = wordsOf(error)
    }
  }
  return (
    <Dialog title="Save as scenario" close={close}>
      <form onSubmit={save}>
        <p class="about">
          Entries {from} to {to} of the journal, replayable against any target. The world before entry {from} is where
          it starts.
        </p>
        <div class="field">
          <label for={`${id}-name`}>Name</label>
          <input
            id={`${id}-name`}
            type="text"
            required
            pattern="[a-z0-9][a-z0-9-]*"
            title="Lower-case letters, digits and hyphens"
            placeholder="payment-alert-resolved"
            value={name.value}
            onInput={(event) => {
              name.value = event.currentTarget.value
            }}
          />
        </div>
        <div class="field">
          <label for={`${id}-summary`}>
            What it shows <span class="quiet">optional</span>
          </label>
          <input
            id={`${id}-summary`}
            type="text"
            value={summary.value}
            onInput={(event) => {
              summary.value = event.currentTarget.value
            }}
          />
        </div>
        {problem.value !== undefined && <Problem text={problem.value} />}
        <div class="form-end">
          <button type="submit" class="button primary">
            Save
          </button>
        </div>
      </form>
    </Dialog>
  )
}
