import { useSignal } from '@preact/signals'
import { enterSandbox } from '../actions/enter-sandbox.ts'
import { control, got } from '../client/control.ts'
import { DEFAULT_SANDBOX, sandbox } from '../session/session.ts'
import { useLoaded } from '../world/use-loaded.ts'
import { SandboxDialog } from './sandbox-dialog.tsx'

/** The present sandbox, and the way to another. */
export function SandboxPicker() {
  const managing = useSignal(false)
  const loaded = useLoaded('sandboxes', async () => (await got(control.GET('/_understudy/sandboxes'))).sandboxes)
  const names = new Set([DEFAULT_SANDBOX, ...(loaded.data ?? []).map(({ name }) => name), sandbox.value])
  const manage = (open: boolean) => {
    managing.value = open
  }
  return (
    <>
      <label class="picker">
        <span>in</span>
        <select
          aria-label="Sandbox"
          value={sandbox.value}
          onChange={(event) => enterSandbox(event.currentTarget.value)}
        >
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
        onClick={() => manage(true)}
      >
        ⋯
      </button>
      {managing.value && <SandboxDialog close={() => manage(false)} changed={loaded.again} />}
    </>
  )
}
