import { useSignal } from '@preact/signals'
import { control, got, wordsOf } from '../client/control.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/loaded.tsx'
import { notify } from '../parts/toast.tsx'
import { goTo } from '../session/route.ts'
import { TextInput } from './inputs.tsx'

/** A part of the journal with what was refused meanwhile, or requests from the log. */
type What = { readonly from: number; readonly to: number } | { readonly requests: readonly number[] }

/** Requests as a scenario to keep. */
export function SaveScenario({ what, close }: { what: What; close: () => void }) {
  const name = useSignal('')
  const summary = useSignal('')
  const problem = useSignal<string | undefined>(undefined)
  const save = async (event: Event) => {
    event.preventDefault()
    try {
      const body = {
        name: name.value,
        ...('requests' in what
          ? { requests: [...what.requests] }
          : { fromEntry: what.from, toEntry: what.to, include: 'refusals' as const }),
        replace: false,
        ...(summary.value !== '' && { summary: summary.value }),
      }
      const saved = await got(control.POST('/_understudy/journal/scenario', { body }))
      notify(`Saved ${saved.name} with ${saved.steps} steps${dependence(saved.dependsOn)}`)
      goTo(['scenarios', saved.name])
    } catch (error) {
      problem.value = wordsOf(error)
    }
  }
  return (
    <Dialog title="Save as scenario" close={close}>
      <form onSubmit={save}>
        <p class="about">
          {'requests' in what ? chosen(what.requests.length) : `Entries ${what.from} to ${what.to} of the journal`},
          replayable against any target: what was there before is created first. Refused requests are part of it.
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

const chosen = (count: number): string => (count === 1 ? 'The selected request' : `The ${count} selected requests`)

/** The requirements on other targets. */
const dependence = (sentences: readonly string[]): string =>
  sentences.length > 0 ? `. It depends on this mock: ${sentences.join('; ')}` : ''
