import { useSignal } from '@preact/signals'
import { contract } from '../../contract/contract.ts'
import { NumberInput, Select } from '../../forms/inputs.tsx'
import { StatusChip } from '../../parts/chip.tsx'
import { CopyButton } from '../../parts/copy.tsx'
import { JsonView } from '../../parts/json.tsx'
import { attempt } from '../../parts/toast.tsx'
import { curlOf, type Sent, send } from '../../world/send.ts'

/** One request whose answer is decided beforehand. */
export function ForceForm() {
  const chosen = useSignal('listMonitors')
  const status = useSignal('409')
  const sent = useSignal<Sent | undefined>(undefined)
  const operation = contract.value?.byId.get(chosen.value)
  if (!operation) return null
  const parameters = Object.fromEntries(
    operation.parameters.filter(({ in: place }) => place === 'path').map(({ name }) => [name, 'any']),
  )
  const request = {
    operation,
    parameters,
    body: operation.body ? (operation.body.example ?? {}) : undefined,
    force: Number(status.value),
  }
  return (
    <form
      class="grid-form"
      onSubmit={(event) => {
        event.preventDefault()
        void attempt(async () => {
          sent.value = await send(request)
        })
      }}
    >
      <p class="about">
        A client that sends <code>Prefer: code={status.value}</code> gets that response, documented or not, and nothing
        happens.
      </p>
      <Select
        label="Operation"
        value={chosen.value}
        choose={(next) => {
          chosen.value = next
          sent.value = undefined
        }}
        options={(contract.value?.operations ?? []).map(({ id }) => [id, id])}
      />
      <NumberInput label="Status" value={status} min={200} max={599} />
      <div class="form-end">
        <button type="submit" class="button primary">
          Send one
        </button>
        <CopyButton text={curlOf(request)} what="as curl" words="Copy as curl" />
      </div>
      {sent.value && (
        <div class="wide-field">
          <h3>
            Response <StatusChip status={sent.value.status} />
          </h3>
          {sent.value.body !== undefined && <JsonView value={sent.value.body} label="Response" />}
        </div>
      )}
    </form>
  )
}
