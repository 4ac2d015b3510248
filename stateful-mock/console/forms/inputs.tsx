import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface Labelled {
  readonly label: string
  readonly optional?: boolean
  readonly hint?: ComponentChildren
}

/** A field with its label; the input gets the id that the label is for. */
function Labelled({ label, optional, hint, children }: Labelled & { children: (id: string) => ComponentChildren }) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>
        {label} {optional && <span class="quiet">optional</span>}
      </label>
      {children(id)}
      {hint && <p class="hint">{hint}</p>}
    </div>
  )
}

interface TextProps extends Labelled {
  readonly value: Signal<string>
  readonly required?: boolean
  readonly pattern?: string
  readonly title?: string
  readonly placeholder?: string
}

export function TextInput({ label, optional, hint, value, ...rest }: TextProps) {
  return (
    <Labelled label={label} optional={Boolean(optional)} hint={hint}>
      {(id) => (
        <input
          id={id}
          type="text"
          autocomplete="off"
          spellcheck={false}
          value={value.value}
          onInput={(event) => {
            value.value = event.currentTarget.value
          }}
          {...rest}
        />
      )}
    </Labelled>
  )
}

export function TextArea({ label, optional, hint, value, placeholder }: TextProps) {
  return (
    <Labelled label={label} optional={Boolean(optional)} hint={hint}>
      {(id) => (
        <textarea
          id={id}
          rows={2}
          spellcheck={false}
          placeholder={placeholder}
          value={value.value}
          onInput={(event) => {
            value.value = event.currentTarget.value
          }}
        />
      )}
    </Labelled>
  )
}

interface NumberProps extends Labelled {
  /** As typed; empty for none. */
  readonly value: Signal<string>
  readonly min: number
  readonly max?: number
  readonly placeholder?: string
}

export function NumberInput({ label, optional, hint, value, ...rest }: NumberProps) {
  return (
    <Labelled label={label} optional={Boolean(optional)} hint={hint}>
      {(id) => (
        <input
          id={id}
          type="number"
          required={!optional}
          value={value.value}
          onInput={(event) => {
            value.value = event.currentTarget.value
          }}
          {...rest}
        />
      )}
    </Labelled>
  )
}

export type Group = readonly [label: string, options: readonly (readonly [value: string, label: string])[]]

interface SelectProps extends Labelled {
  readonly value: string
  readonly choose: (value: string) => void
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly groups?: readonly Group[]
}

export function Select({ label, optional, hint, value, choose, options, groups = [] }: SelectProps) {
  return (
    <Labelled label={label} optional={Boolean(optional)} hint={hint}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => choose(event.currentTarget.value)}>
          {options.map(asOption)}
          {groups.map(([title, members]) => (
            <optgroup key={title} label={title}>
              {members.map(asOption)}
            </optgroup>
          ))}
        </select>
      )}
    </Labelled>
  )
}

const asOption = ([value, words]: readonly [value: string, label: string]) => (
  <option key={value} value={value}>
    {words}
  </option>
)

/** For what no form can hold: JSON, taken over whenever it is complete. */
export function JsonInput({
  id,
  value,
  change,
  rows = 4,
}: {
  id: string
  value: unknown
  change: (value: unknown) => void
  rows?: number
}) {
  return (
    <textarea
      id={id}
      rows={rows}
      spellcheck={false}
      onInput={(event) => {
        try {
          change(JSON.parse(event.currentTarget.value))
          event.currentTarget.setCustomValidity('')
        } catch {
          event.currentTarget.setCustomValidity('This is not JSON yet.')
        }
      }}
    >
      {JSON.stringify(value, null, 2)}
    </textarea>
  )
}
