import { useSignal } from '@preact/signals'
import { control, got, wordsOf } from '../client/control.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/loaded.tsx'
import { notify } from '../parts/toast.tsx'
import { goTo } from '../session/route.ts'
import { TextInput } from './inputs.tsx'

/** A part of the journal as a scenario to keep. */
export function SaveScenario({ from, to, close }: { from: number; to: number; close: () => void }) {
  const name = useSignal('')
  const summary = useSignal('')
  const problem = useSignal<string | undefined>(undefined)
  const save = async (event: Event) => {
    event.preventDefault()
    try {
      const body = {
        name: name.value,
        fromEntry: from,
        toEntry: to,
        replace: false,
        ...(summary.value !== '' && { summary: summary.value }),
      }
      const saved = await got(control.POST('/_understudy/journal/scenario', { body }))
      notify(`Saved ${saved.name} with ${saved.steps} steps`)
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
        <TextInput
          label="Name"
          value={name}
          required
          pattern="[a-z0-9][a-z0-9\-]*"
          title="Lower-case letters, digits and hyphens"
          placeholder="payment-alert-resolved"
        />
        <TextInput label="What it shows" optional value={summary} />
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
