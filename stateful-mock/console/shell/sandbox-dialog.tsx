import { useSignal } from '@preact/signals'
import { enterSandbox } from '../actions/enter-sandbox.ts'
import { forkAt } from '../actions/fork.ts'
import { control, got, wordsOf } from '../client/control.ts'
import { Select, TextInput } from '../forms/inputs.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/loaded.tsx'
import { attempt } from '../parts/toast.tsx'
import { goTo } from '../session/route.ts'
import { DEFAULT_SANDBOX, sandbox } from '../session/session.ts'
import { followSandbox } from '../world/follow.ts'
import { useLoaded } from '../world/use-loaded.ts'

/** Forks, resets or drops this sandbox, or makes another. */
export const SandboxDialog = ({ close, changed }: { close: () => void; changed: () => void }) => (
  <Dialog title="Sandboxes" close={close}>
    <ThisOne close={close} changed={changed} />
    <NewOne close={close} />
  </Dialog>
)

function ThisOne({ close, changed }: { close: () => void; changed: () => void }) {
  const here = sandbox.value
  const path = { sandbox: here }
  const reset = () =>
    attempt(async () => {
      await got(control.POST('/_understudy/sandboxes/{sandbox}/reset', { params: { path } }))
      followSandbox()
      close()
    }, `${here} was reset`)
  const drop = () =>
    attempt(async () => {
      // Asked from outside: a request that names a sandbox makes it.
      const headers = { 'X-Understudy-Sandbox': DEFAULT_SANDBOX }
      await got(control.DELETE('/_understudy/sandboxes/{sandbox}', { params: { path }, headers }))
      enterSandbox(DEFAULT_SANDBOX)
      changed()
      close()
    }, `${here} was deleted`)
  return (
    <section>
      <h3>Current: {here}</h3>
      <div class="form-end">
        <button type="button" class="button" onClick={() => forkAt(undefined).then(close)}>
          Fork
        </button>
        <button type="button" class="button" onClick={reset}>
          Reset
        </button>
        <button type="button" class="button danger" disabled={here === DEFAULT_SANDBOX} onClick={drop}>
          Delete
        </button>
      </div>
    </section>
  )
}

function NewOne({ close }: { close: () => void }) {
  const name = useSignal('')
  const seed = useSignal('')
  const problem = useSignal<string | undefined>(undefined)
  const seeds = useLoaded('seeds', async () => (await got(control.GET('/_understudy/seeds'))).seeds)
  const create = async (event: Event) => {
    event.preventDefault()
    try {
      const body = { name: name.value, ...(seed.value !== '' && { from: { seed: seed.value } }) }
      await got(control.POST('/_understudy/sandboxes', { body }))
      close()
      goTo(['overview'], { sandbox: name.value, at: undefined, actor: undefined })
    } catch (error) {
      problem.value = wordsOf(error)
    }
  }
  return (
    <form onSubmit={create}>
      <h3>New sandbox</h3>
      <TextInput
        label="Name"
        value={name}
        required
        pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}"
        title="Letters, digits, dots, underscores and hyphens"
      />
      <Select
        label="Seed"
        value={seed.value}
        choose={(next) => {
          seed.value = next
        }}
        options={[
          ['', 'same as the server'],
          ...(seeds.data ?? []).map((one): [string, string] => [one.name, `${one.name}: ${one.about}`]),
        ]}
      />
      {problem.value !== undefined && <Problem text={problem.value} />}
      <div class="form-end">
        <button type="submit" class="button primary">
          Create and open
        </button>
      </div>
    </form>
  )
}
