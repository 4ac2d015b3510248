import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { contract } from '../state/contract.ts'
import { curlOf, type Sent, send } from '../state/send.ts'
import { StatusChip } from './chip.tsx'
import { CopyButton } from './copy.tsx'
import { JsonView } from './json.tsx'
import { attempt } from './toast.tsx'

/** One request whose answer is decided beforehand. */
export function ForceForm() {
  const id = useId()
  const chosen = useSignal('listMonitors')
  const status = useSignal(409)
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
    force: status.value,
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
        A client that sends <code>Prefer: code={status.value}</code> gets that answer, documented or not, and nothing
        happens.
      </p>
      <div class="field">
        <label for={`${id}-operation`}>Operation</label>
        <select
          id={`${id}-operation`}
          value={chosen.value}
          onChange={(event) => {
            chosen.value = event.currentTarget.value
            sent.value = undefined
          }}
        >
          {(contract.value?.operations ?? []).map((one) => (
            <option key={one.id} value={one.id}>
              {one.id}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for={`${id}-status`}>Status</label>
        <input
          id={`${id}-status`}
          type="number"
          min="200"
          max="599"
          value={status.value}
          onInput={(event) => {
            status.value = event.currentTarget.valueAsNumber
          }}
        />
      </div>
      <div class="form-end">
        <button type="submit" class="button primary">
          Send one
        </button>
        <CopyButton text={curlOf(request)} what="as curl" words="Copy as curl" />
      </div>
      {sent.value && (
        <div class="wide-field">
          <h3>
            Answer <StatusChip status={sent.value.status} />
          </h3>
          {sent.value.body !== undefined && <JsonView value={sent.value.body} label="Answer" />}
        </div>
      )}
    </form>
  )
}
