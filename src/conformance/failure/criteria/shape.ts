import { isPlace, type Look, query, REFUSED, test } from './failed.ts'

/** A field that is missing, or of another type. */
export const wrongShape: Look = ({ finding, success }) => {
  if (finding.rules.includes('GEN-01')) return [{ condition: REFUSED }, { condition: '$response.body#/error != null' }]
  const [, where, wrong = ''] = /: (\S+) (.*)$/.exec(finding.message) ?? []
  if (!where) return undefined
  const path = where.split('.')
  const field = path.at(-1) ?? ''
  if (!path.every((part) => /^\w+$/.test(part))) return undefined
  if (wrong === 'is required') {
    const parent = query(path.slice(0, -1))
    return path.some(isPlace)
      ? [success, test(`count(${parent}) == count(${parent}.${field})`)]
      : [success, { condition: `$response.body#/${path.join('/')} != null` }]
  }
  const pattern = patternFor(wrong)
  // Every field of that name, wherever it is.
  return pattern && !isPlace(field)
    ? [success, { context: '$response.body', condition: `^(?![\\s\\S]*"${field}":(?!${pattern}))`, type: 'regex' }]
    : undefined
}

const TYPES: Readonly<Record<string, string>> = {
  'must be a string': '"',
  'must be an integer': '-?\\d+[,}\\]]',
  'must be a number': '-?\\d',
  'must be a boolean': 'true|false',
  'must be an array': '\\[',
  'must be an object': '\\{',
}

function patternFor(wrong: string): string | undefined {
  const [, values] = /^must be one of ([\w, -]+?)(?: \(|$)/.exec(wrong) ?? []
  return values
    ? values
        .split(', ')
        .map((value) => `"${value}"`)
        .join('|')
    : TYPES[wrong]
}
