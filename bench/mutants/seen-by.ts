import { canonical } from '../../src/conformance/compare/compare.ts'
import { isObject } from '../../src/contract/json.ts'
import type { Answer } from '../../stateful-mock/http/wire.ts'

/**
 * What a caller sees. The reasons that the mock gives, and where it wrote down what, are not seen of other targets. Of what
 * a driver reports, only what tells one target from another is looked at; no order is stated there.
 */
export function seenBy(target: string, { status, headers, body = '' }: Answer): string {
  if (target.startsWith('/_understudy/clock')) return `${status}`
  if (target.startsWith('/_understudy/events')) return `${status} ${toldIn(body, TELLING)}`
  if (target.startsWith('/_understudy/pages')) return `${status} ${toldIn(body, ['pages'])}`
  const seen = Object.entries(headers).filter(([name]) => !/^x-understudy/i.test(name))
  return `${status} ${JSON.stringify(seen)} ${body}`
}

/** The fields of a driver's report that tell one target from another. */
export const TELLING = ['accepted', 'opened', 'resolved', 'suppressed', 'paused', 'incidents']

function toldIn(body: string, fields: readonly string[]): string {
  const report: Readonly<Record<string, unknown>> = body === '' ? {} : JSON.parse(body)
  return JSON.stringify(fields.map((field) => inAnyOrder(report[field])))
}

/** A value whose lists are sorted, and whose items have no number of their own. */
function inAnyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inAnyOrder).toSorted((a, b) => (canonical(a) < canonical(b) ? -1 : 1))
  if (!isObject(value)) return value
  const fields = Object.entries(value).filter(([name, own]) => !(name === 'id' && typeof own !== 'string'))
  return Object.fromEntries(fields.map(([name, own]) => [name, inAnyOrder(own)]))
}
