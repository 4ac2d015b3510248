import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { control, got, wordsOf } from '../state/control.ts'
import { follow } from '../state/live.ts'
import { changeQuery, goTo } from '../state/route.ts'
import { DEFAULT_SANDBOX, sandbox } from '../state/session.ts'
import { useLoaded } from '../state/use-loaded.ts'
import { Dialog } from './dialog.tsx'
import { forkAt } from './fork.ts'
import { Problem } from './states.tsx'
import { attempt } from './toast.tsx'

/** Which world one is in, and the way to another. */
export function SandboxPicker() {
  const managing = useSignal(false)
  const loaded = useLoaded('sandboxes', async () => (await got(control.GET('/_understudy/sandboxes'))).sandboxes)
  const names = new Set([DEFAULT_SANDBOX, ...(loaded.data ?? []).map(({ name }) => name), sandbox.value])
  return (
    <>
      <label class="picker">
        <span>in</span>
        <select aria-label="Sandbox" value={sandbox.value} onChange={(event) => enter(event.currentTarget.value)}>
          {[...names].map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        class="plain"
        aria-label="Manage sandboxes"
        title="Manage sandboxes"
        onClick={() => {
          managing.value = true
        }}
      >
        ⋯
      </button>
      {managing.value && (
        <Manage
          close={() => {
            managing.value = false
          }}
          again={loaded.again}
        />
      )}
    </>
  )
}

const enter = (name: string): void =>
  changeQuery({ sandbox: name === DEFAULT_SANDBOX ? undefined : name, at: undefined, actor: undefined })

function Manage({ close, again }: { close: () => void; again: () => void }) {
  const id = useId()
  const name = useSignal('')
  const seed = useSignal('')
  const problem = useSignal<string | undefined>(undefined)
  const seeds = useLoaded('seeds', async () => (await got(control.GET('/_understudy/seeds'))).seeds)
  const create = async (event: Event) => {
    event.preventDefault()
    try {
      await got(
        control.POST('/_understudy/sandboxes', {
          body: { name: name.value, ...(seed.value !== '' && { from: { seed: seed.value } }) },
        }),
      )
      close()
      goTo(['overview'], { sandbox: name.value, at: undefined, actor: undefined })
    } catch (error) {
      problem.value = wordsOf(error)
    }
  }
  const here = sandbox.value
  const path = { sandbox: here }
  return (
    <Dialog title="Sandboxes" close={close}>
      <section>
        <h3>This one: {here}</h3>
        <div class="form-end">
          <button type="button" class="button" onClick={() => forkAt(undefined).then(close)}>
            Fork it
          </button>
          <button
            type="button"
            class="button"
            onClick={() =>
              attempt(async () => {
                await got(control.POST('/_understudy/sandboxes/{sandbox}/reset', { params: { path } }))
                follow()
                close()
              }, `${here} is as at its start`)
            }
          >
            Reset it
          </button>
          <button
            type="button"
            class="button danger"
            disabled={here === DEFAULT_SANDBOX}
            onClick={() =>
              attempt(async () => {
                await got(
                  control.DELETE('/_understudy/sandboxes/{sandbox}', {
                    params: { path },
                    headers: { 'X-Understudy-Sandbox': DEFAULT_SANDBOX },
                  }),
                )
                enter(DEFAULT_SANDBOX)
                again()
                close()
              }, `${here} is gone`)
            }
          >
            Drop it
          </button>
        </div>
      </section>
      <form onSubmit={create}>
        <h3>A new one</h3>
        <div class="field">
          <label for={`${id}-name`}>Name</label>
          <input
            id={`${id}-name`}
            type="text"
            required
            pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}"
            value={name.value}
            onInput={(event) => {
              name.value = event.currentTarget.value
            }}
          />
        </div>
        <div class="field">
          <label for={`${id}-seed`}>Starts from</label>
          <select
            id={`${id}-seed`}
            value={seed.value}
            onChange={(event) => {
              seed.value = event.currentTarget.value
            }}
          >
            <option value="">what the server started from</option>
            {(seeds.data ?? []).map((one) => (
              <option key={one.name} value={one.name}>
                {one.name}: {one.about}
              </option>
            ))}
          </select>
        </div>
        {problem.value !== undefined && <Problem text={problem.value} />}
        <div class="form-end">
          <button type="submit" class="button primary">
            Create and go there
          </button>
        </div>
      </form>
    </Dialog>
  )
}
