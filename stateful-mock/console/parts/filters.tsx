import type { ComponentChildren } from 'preact'
import { changeQuery, route } from '../session/route.ts'

/** The row of filters above a list, with what it leaves at the end. */
export function Filters({ children, count }: { children: ComponentChildren; count?: ComponentChildren }) {
  return (
    <div class="filters">
      {children}
      {count !== undefined && (
        <span class="quiet count" role="status">
          {count}
        </span>
      )}
    </div>
  )
}

/** A search field that keeps its text in the address, so that a link leads to what was found. */
export function Search({ label, placeholder = label }: { label: string; placeholder?: string }) {
  return (
    <label class="search">
      <span class="unseen">{label}</span>
      <input
        type="search"
        placeholder={placeholder}
        value={route.value.query.find ?? ''}
        onInput={(event) => changeQuery({ find: event.currentTarget.value })}
      />
    </label>
  )
}

export type Option = readonly [value: string, label: string]

/** A choice that is kept in the URL under a name; `any` means no choice. */
export function Choice({
  name,
  label,
  any,
  options,
}: {
  name: string
  label: string
  any: string
  options: readonly Option[]
}) {
  return (
    <label class="filter">
      <span>{label}</span>
      <select
        value={route.value.query[name] ?? ''}
        onChange={(event) => changeQuery({ [name]: event.currentTarget.value })}
      >
        <option value="">{any}</option>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}
