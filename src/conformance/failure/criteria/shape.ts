import { isPlace, type Look, query, REFUSED, test } from './failed.ts'

/** An error has a text; there is nothing to say of another body that is no JSON at all. */
export const notJson: Look<'not-json'> = ({ finding: { status } }) => (status >= 400 ? WITH_ERROR : undefined)

/** No body, where the contract says so. */
export const emptyBody: Look<'has-body'> = ({ success }) => [
  success,
  { context: '$response.body', condition: '^$', type: 'regex' },
]

const WITH_ERROR = [{ condition: REFUSED }, { condition: '$response.body#/error != null' }]

/** A field that is missing, or of another type. */
export const wrongShape: Look<'shape'> = ({ finding, success }) => {
  const { status, place, keyword, allowed } = finding
  if (status >= 400) return WITH_ERROR
  const field = place.at(-1)
  if (field === undefined || !place.every((part) => /^\w+$/.test(part))) return undefined
  if (keyword === 'required') {
    const parent = query(place.slice(0, -1))
    return place.some(isPlace)
      ? [success, test(`count(${parent}) == count(${parent}.${field})`)]
      : [success, { condition: `$response.body#/${place.join('/')} != null` }]
  }
  const patterns = allowed.map((one) => TYPES[String(one)] ?? literal(one))
  // Every field of that name, wherever it is.
  return patterns.length > 0 && patterns.every((one) => one !== undefined) && !isPlace(field)
    ? [
        success,
        { context: '$response.body', condition: `^(?![\\s\\S]*"${field}":(?!${patterns.join('|')}))`, type: 'regex' },
      ]
    : undefined
}

/** The first characters of a value of each type. */
const TYPES: Readonly<Record<string, string>> = {
  string: '"',
  integer: '-?\\d+[,}\\]]',
  number: '-?\\d',
  boolean: 'true|false',
  array: '\\[',
  object: '\\{',
}

/** A word that means itself in a pattern. */
const literal = (value: unknown): string | undefined => {
  const text = String(value)
  return typeof value === 'string' && /^[\w -]+$/.test(text) ? `"${text}"` : undefined
}
