/** A value in one line, as one would write it in a test. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? String(value)
  const name = matcherName(value)
  if (name !== undefined) return name
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`
  const fields = Object.entries(value).map(([key, inner]) => `${key}: ${shown(inner)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

/** `expect.any(String)` and the like have their own way of saying what they are. */
function matcherName(value: object): string | undefined {
  if (!('asymmetricMatch' in value)) return undefined
  return 'toAsymmetricMatcher' in value && typeof value.toAsymmetricMatcher === 'function'
    ? String(value.toAsymmetricMatcher())
    : String(value)
}
