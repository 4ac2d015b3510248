import { enterSandbox } from '../actions/enter-sandbox.ts'
import { control, got } from '../client/control.ts'
import { Empty } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { attempt } from '../parts/toast.tsx'
import { DEFAULT_SANDBOX, sandbox } from '../session/session.ts'
import { followSandbox } from '../world/follow.ts'

/** A link may name a sandbox that was dropped, or never was; it is made only when that is wanted. */
export function MissingSandbox() {
  const name = sandbox.value
  const create = () =>
    attempt(async () => {
      await got(control.POST('/_understudy/sandboxes', { body: { name } }))
      followSandbox()
    }, `${name} was created`)
  return (
    <Page title="Sandbox not found">
      <Empty title={`There is no sandbox named ${name}`}>It was deleted, or the address is mistyped.</Empty>
      <div class="form-end centred">
        <button type="button" class="button primary" onClick={() => enterSandbox(DEFAULT_SANDBOX)}>
          Go to the default sandbox
        </button>
        <button type="button" class="button" onClick={create}>
          Create {name}
        </button>
      </div>
    </Page>
  )
}
