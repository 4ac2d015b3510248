import type { Finding } from '../../finding/finding.ts'
import type { Sequence } from '../../sequence/sequence.ts'
import { reference } from '../../step/step.ts'
import { isPlace, type Look, pathOf, query, test, valueAt } from './failed.ts'

/** A secret stands where nothing is described, or where something else should be. */
export const shownSecret: Look<'secret'> = ({ finding, sequence, body, success }) => {
  const secret = secretOf(sequence, finding)
  const path = secret && pathOf(body, secret.value)
  if (!secret || !path?.every((part) => /^\w+$/.test(part))) return undefined
  const field = path.at(-1) ?? ''
  if (!path.some(isPlace))
    return secret.token
      ? [success, { condition: `$response.body#/${path.join('/')} != ${secret.token}` }]
      : [success, { condition: `$response.body#/${path.join('/')} == null` }]
  const last = path.findLastIndex(isPlace)
  const inside = path.slice(last + 1).join('.')
  const holders = query(path.slice(0, last))
  return secret.token
    ? [success, test(`count(${holders}[?@.${inside} == {${secret.token}}]) == 0`)]
    : [success, test(`count(${query(path.slice(0, -1))}.${field}) == 0`)]
}

/** The secret that an operation returned or was sent, and the answer that gave it. */
function secretOf(
  { trace }: Sequence,
  { givenBy, path: field }: Finding<'secret'>,
): { readonly value: string; readonly token: string | undefined } | undefined {
  const path = field.split('.')
  const place = trace.findLastIndex(
    ({ step }, index) => step.kind === 'request' && step.operation === givenBy && index < trace.length - 1,
  )
  const { exchange, step } = trace[place] ?? {}
  const returned = exchange?.answered ? valueAt(exchange.received.json, path) : undefined
  if (typeof returned === 'string') return { value: returned, token: reference(place, `/${path.join('/')}`) }
  const given = step?.kind === 'request' ? valueAt(step.body, path) : undefined
  return typeof given === 'string' ? { value: given, token: undefined } : undefined
}
