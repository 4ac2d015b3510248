import { isObject } from '../../../contract/json.ts'
import { sameJson } from '../../compare/compare.ts'
import { type Failed, type Look, showing, valueAt } from './failed.ts'
import { literalOf, pathLiteralOf, patternOf } from './literal.ts'
import { queryAt } from './query.ts'

/** A field has another value, is missing, or should not be there. */
export const wrongField: Look<'value' | 'missing' | 'unset'> = (failed) => {
  const { finding, success, body } = failed
  const parts = finding.path.split(/[.[\]]+/).filter(Boolean)
  if (isPlain(finding.path) && sameJson(valueAt(body, parts), finding.actual)) {
    const place = `$response.body#/${parts.join('/')}`
    const holds = { missing: '!= null', unset: '== null', value: isAs(literalOf, failed) }[finding.code]
    return holds ? [success, { condition: `${place} ${holds}` }] : undefined
  }
  const query = queryAt(failed, finding.path, finding.actual)
  const value = isAs(pathLiteralOf, failed)
  const holds = { missing: query, unset: `!${query}`, value: value && `${query} ${value}` }[finding.code]
  return showing(failed, query && holds)
}

const isPlain = (path: string): boolean => /^\w+(?:\.\w+|\[\d+\])*$/.test(path)

type Literal = typeof literalOf

/** As expected; where that cannot be written, or is a check's own words, at least not as it was. */
function isAs(literal: Literal, { finding, sequence }: Failed<'value' | 'missing' | 'unset'>): string | undefined {
  const wanted = finding.check === 'body' ? literal(finding.expected, sequence) : undefined
  if (wanted !== undefined) return `== ${wanted}`
  const was = literal(finding.actual, sequence)
  return was && `!= ${was}`
}

/** A list has another number of items. */
export const wrongCount: Look<'count' | 'observations'> = (failed) => {
  const { path, expected, actual } = failed.finding
  const query = queryAt(failed, path, actual)
  return showing(failed, query && `count(${query}[*]) == ${expected.length}`)
}

/** A set holds other items. */
export const wrongItems: Look<'items'> = (failed) => {
  const { finding, sequence } = failed
  const query = queryAt(failed, finding.path, finding.actual)
  const wanted = Array.isArray(finding.expected) ? finding.expected : []
  const literals = wanted.map((item) => pathLiteralOf(item, sequence))
  if (query === undefined || (wanted.length > 0 && literals.every((one) => one === undefined))) return undefined
  const each = literals.flatMap((one) => (one === undefined ? [] : [` && count(${query}[?@ == ${one}]) == 1`]))
  return showing(failed, `count(${query}[*]) == ${wanted.length}${each.join('')}`)
}

/** The value belongs to another thing, or to nobody who could be meant. */
export const notAsItWas: Look<'identifier' | 'not-in-rotation' | 'inconsistent'> = (failed) => {
  const { finding, sequence } = failed
  const query = queryAt(failed, finding.path, finding.actual)
  const was = pathLiteralOf(finding.actual, sequence)
  return showing(failed, query && was && `${query} != ${was}`)
}

/** Nothing is to be there. */
export const nothingThere: Look<'nobody-on-call'> = (failed) => {
  const query = queryAt(failed, failed.finding.path, failed.finding.actual)
  return showing(failed, query && `!${query} || ${query} == null`)
}

/** Something of a kind is in the list. */
export const someIn =
  (
    condition: (finding: { readonly expected: unknown }) => string,
  ): Look<'empty' | 'no-receive-record' | 'untold-event'> =>
  (failed) => {
    const query = queryAt(failed, failed.finding.path, failed.finding.actual)
    return showing(failed, query && `count(${query}${condition(failed.finding)}) > 0`)
  }

/** Fewer items say this of a record. */
export const fewerSay =
  (word: string): Look<'called-missing' | 'called-found'> =>
  (failed) => {
    const { path, actual } = failed.finding
    const query = queryAt(failed, path, actual)
    const items = Array.isArray(actual) ? actual.filter(isObject) : []
    const times = items.filter((item) => Object.values(item).includes(word)).length
    const says = `count(@[?@ == '${word}']) > 0`
    return showing(failed, times > 0 ? query && `count(${query}[?${says}]) < ${times}` : undefined)
  }

/** The answer holds a text somewhere. */
export const holdsText: Look<'untold-value'> = ({ finding: { expected }, sequence, success }) => [
  success,
  { context: '$response.body', condition: patternOf(String(expected), sequence), type: 'regex' },
]
