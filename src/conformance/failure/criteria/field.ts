import type { Sequence } from '../../sequence/sequence.ts'
import { type Look, ourItem, test, tokenFor, valueAt } from './failed.ts'

/** A list has another number of items. */
export const wrongCount: Look<'count'> = ({ finding: { path, expected }, success }) =>
  /^[\w.]+$/.test(path) ? [success, test(`count(@.${path}[*]) == ${expected.length}`)] : undefined

/** A field has another value, is missing, or should not be there. */
export const wrongField: Look<'value' | 'missing' | 'unset'> = (failed) => {
  const { finding, sequence, success } = failed
  const wanted = wantedValue(finding.expected, sequence)
  if (/^\w+(?:\.\w+|\[\d+\])*$/.test(finding.path)) {
    const place = finding.path.split(/[.[\]]+/).filter(Boolean)
    const holds = { missing: '!= null', unset: '== null', value: wanted && `== ${wanted}` }[finding.code]
    return holds ? [success, { condition: `$response.body#/${place.join('/')} ${holds}` }] : undefined
  }
  const [, list, field = ''] = /^(\w+)\[\w+\]\.([\w.]+)$/.exec(finding.path) ?? []
  const item = ourItem(failed, (one) => sameShown(valueAt(one, field.split('.')), finding.actual))
  if (!list || !item) return undefined
  const value = wanted?.startsWith('⟪') ? `{${wanted}}` : wanted
  const holds = { missing: `@.${field}`, unset: `!@.${field}`, value: value && `@.${field} == ${value}` }[finding.code]
  return holds ? [success, test(`count(@.${list}[?${item.is} && ${holds}]) == 1`)] : undefined
}

/** Longer texts are not literals for a condition. */
const LONGEST = 400

/** The expected value as a literal, or as a reference to the answer that gave it. */
function wantedValue(expected: unknown, sequence: Sequence): string | undefined {
  if (typeof expected === 'object' && expected !== null) return undefined
  const text = String(expected)
  if (expected === undefined || text.length > LONGEST) return undefined
  const isFresh = text.includes(sequence.salt)
  const token = isFresh || /\d/.test(text) ? tokenFor(sequence, text) : undefined
  // A name of this run will be another one next time.
  if (token || isFresh) return token
  return typeof expected === 'string' ? `'${text.replaceAll(/['\\]/g, '\\$&')}'` : text
}

const sameShown = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
