import type { Operation } from '../../../src/contract/operations.ts'
import type { GapReader } from '../../gaps/gap-reader.ts'
import type { Problem } from '../../http/problem.ts'
import { decodePart } from '../../http/request-target.ts'

export type QueryRead = { readonly query: Readonly<Record<string, string>> } | { readonly problem: Problem }

const NO_QUERY: QueryRead = { query: {} }

/** The query parameters of an operation, under what the gaps say about repeated and unlisted ones. */
export function readQuery(operation: Operation, text: string, gaps: GapReader): QueryRead {
  if (text === '') return NO_QUERY
  const refuse = (message: string): QueryRead => ({
    problem: { status: gaps.read('general.validation-status'), code: 'query-invalid', message },
  })
  const known = new Set(operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name))
  const query = new Map<string, string>()
  for (const pair of text.split('&').filter((part) => part !== '')) {
    const [name, value] = nameAndValue(pair)
    if (name === undefined || value === undefined) return refuse('the query is not correctly percent-encoded')
    if (!known.has(name)) {
      if (gaps.read('general.unknown-query-parameters') === 'refuse')
        return refuse(`${name} is not a query parameter here`)
      continue
    }
    if (query.has(name)) {
      const repeated = gaps.read('general.repeated-query-parameters')
      if (repeated === 'refuse') return refuse(`${name} comes twice`)
      if (repeated === 'first') continue
    }
    query.set(name, value)
  }
  return { query: Object.fromEntries(query) }
}

/** In a query a plus stands for a space (WHATWG URL, 5.1). */
function nameAndValue(pair: string): readonly [string | undefined, string | undefined] {
  const spaced = pair.replaceAll('+', ' ')
  const equals = spaced.indexOf('=')
  return equals < 0
    ? [decodePart(spaced), '']
    : [decodePart(spaced.slice(0, equals)), decodePart(spaced.slice(equals + 1))]
}
