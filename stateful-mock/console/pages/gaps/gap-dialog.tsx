import { type Signal, useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { control, got, type Schemas } from '../../client/control.ts'
import { isRecord } from '../../contract/schema-values.ts'
import { JsonInput } from '../../forms/inputs.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { JsonView } from '../../parts/json.tsx'
import { attempt } from '../../parts/toast.tsx'
import { refresh } from '../../world/live.ts'

type Gap = Schemas['Gap']

/** One open point: what it is about, its value, and the way to another. */
export function GapDialog({ gap, close, changed }: { gap: Gap; close: () => void; changed: () => void }) {
  const value = useSignal<unknown>(gap.value)
  const path = { gap: gap.id }
  const done = () => {
    changed()
    refresh()
  }
  const set = (event: Event) => {
    event.preventDefault()
    return attempt(async () => {
      await got(control.PUT('/_understudy/gaps/{gap}', { params: { path }, body: { value: value.value } }))
      done()
    }, `${gap.id} is set`)
  }
  const unset = () =>
    attempt(async () => {
      const { value: now } = await got(control.DELETE('/_understudy/gaps/{gap}', { params: { path } }))
      value.value = now
      done()
    }, `${gap.id} is reset`)
  return (
    <Dialog title={gap.id} close={close}>
      <p>{gap.about}</p>
      <p class="quiet">Left open at: {gap.where}</p>
      <form onSubmit={set}>
        <GapValue gap={gap} value={value} />
        <div class="form-end">
          <button type="submit" class="button primary">
            Set
          </button>
          <button type="button" class="button" disabled={gap.source !== 'set'} onClick={unset}>
            Set back
          </button>
        </div>
      </form>
      <details>
        <summary>Possible values</summary>
        <JsonView value={gap.schema} label="Schema" />
      </details>
      <p class="quiet">Has an influence on {gap.influences.join(', ')}.</p>
    </Dialog>
  )
}

/** A choice where the schema lists the values, else JSON. */
function GapValue({ gap, value }: { gap: Gap; value: Signal<unknown> }) {
  const id = useId()
  const choices = choicesIn(gap.schema)
  const change = (next: unknown) => {
    value.value = next
  }
  return (
    <div class="field">
      <label for={id}>Value</label>
      {choices ? (
        <select
          id={id}
          value={JSON.stringify(value.value)}
          onChange={(event) => change(JSON.parse(event.currentTarget.value))}
        >
          {choices.map((one) => (
            <option key={JSON.stringify(one)} value={JSON.stringify(one)}>
              {String(one)}
            </option>
          ))}
        </select>
      ) : (
        <JsonInput
          key={JSON.stringify(gap.value)}
          id={id}
          rows={Math.min(MOST_LINES, Math.max(2, linesOf(gap.value)))}
          value={value.value}
          change={change}
        />
      )}
      <p class="hint">
        The default is <code>{JSON.stringify(gap.default)}</code>.
      </p>
    </div>
  )
}

const MOST_LINES = 12
const linesOf = (value: unknown): number => JSON.stringify(value, null, 2).split('\n').length

function choicesIn(schema: unknown): readonly unknown[] | undefined {
  return isRecord(schema) && Array.isArray(schema.enum) ? schema.enum : undefined
}
