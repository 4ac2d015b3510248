import type { Known } from '../contract/schema-values.ts'
import { useLoaded } from '../world/use-loaded.ts'
import { suggestionsFor } from './suggestions-for.ts'

/** Suggestions for a field, which the browser offers while one types. */
export function Suggestions({ id, entity, known }: { id: string; entity: string; known: Known }) {
  const loaded = useLoaded(`suggest ${entity} ${JSON.stringify(known)}`, () => suggestionsFor(entity, known))
  return (
    <datalist id={id}>
      {(loaded.data ?? []).map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </datalist>
  )
}
