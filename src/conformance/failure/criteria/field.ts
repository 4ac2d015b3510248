import type { Finding } from '../../finding/finding.ts'
import type { Sequence } from '../../sequence/sequence.ts'
import { type Look, ourItem, test, tokenFor, valueAt } from './failed.ts'

/** A field has another value, is missing, or should not be there. */
export const wrongField: Look = ({ contract, finding, sequence, body, success }) => {
  const [path = '', ...words] = finding.subject.split(' ')
  const reason = words.join(' ')
  const [, count] = /^has \d+ items instead of (\d+)$/.exec(reason) ?? []
  if (count && /^[\w.]+$/.test(path)) return [success, test(`count(@.${path}[*]) == ${count}`)]
  if (/^\w+(?:\.\w+|\[\d+\])*$/.test(path)) {
    const place = path.split(/[.[\]]+/).filter(Boolean)
    const wanted = wantedValue(finding, sequence, valueAt(body, place))
    const holds = { ...EXISTENCE.simple, ...(wanted && { 'has another value': `== ${wanted}` }) }[reason]
    return holds ? [success, { condition: `$response.body#/${place.join('/')} ${holds}` }] : undefined
  }
  const [, list, field = ''] = /^(\w+)\[\w+\]\.([\w.]+)$/.exec(path) ?? []
  const observed = (item: unknown) => valueAt(item, field.split('.'))
  const item = ourItem(contract, finding.operation, sequence, body, (one) => shown(observed(one)) === finding.actual)
  if (!list || !item) return undefined
  const wanted = wantedValue(finding, sequence, observed(item.object))
  const value = wanted?.startsWith('⟪') ? `{${wanted}}` : wanted
  const holds = { ...EXISTENCE.inList(field), ...(value && { 'has another value': `@.${field} == ${value}` }) }[reason]
  return holds ? [success, test(`count(@.${list}[?${item.is} && ${holds}]) == 1`)] : undefined
}

type ByReason = Readonly<Record<string, string>>

/** What is said of a field that is there or not; the two kinds of condition have different words for it. */
const EXISTENCE = {
  simple: { 'is missing': '!= null', 'is there, though nothing has set it': '== null' } as ByReason,
  inList: (field: string): ByReason => ({
    'is missing': `@.${field}`,
    'is there, though nothing has set it': `!@.${field}`,
  }),
}

/** The expected value as a literal, or as a reference to the answer that gave it. */
function wantedValue({ expected }: Finding, sequence: Sequence, observed: unknown): string | undefined {
  if (expected.endsWith('…')) return undefined
  const fresh = expected.includes(sequence.salt)
  const token = fresh || /\d/.test(expected) ? tokenFor(sequence, expected) : undefined
  // A name of this run will be another one next time.
  if (token || fresh) return token
  if (/^[[{]/.test(expected)) return undefined
  const plain = /^(?:-?\d+(?:\.\d+)?|true|false|null)$/.test(expected)
  return plain && typeof observed !== 'string' ? expected : `'${expected.replaceAll(/['\\]/g, '\\$&')}'`
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'))
