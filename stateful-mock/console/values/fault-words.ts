import { contract } from '../contract/contract.ts'
import type { Fault } from '../world/armed-faults.ts'

/** The requests that a fault applies to. */
export function whereWords({ where, match = {} }: Fault): string {
  const { actor, path, query, headers, body } = match
  const conditions = [
    ...(actor !== undefined ? [`from ${actor}`] : []),
    ...(path !== undefined ? [`to ${path}`] : []),
    ...Object.entries(query ?? {}).map(([name, value]) => `with ?${name}=${value}`),
    ...Object.entries(headers ?? {}).map(([name, value]) => `with ${name}: ${value}`),
    ...(body !== undefined ? [`with ${JSON.stringify(body)}`] : []),
  ]
  return [where.operation ?? where.area ?? 'every operation', ...conditions].join(' ')
}

/** The effect of a fault. */
export function effectWords(fault: Fault): string {
  const { status, latency, drop, truncateAfterBytes, probability = 1, takesEffect } = fault
  const words = [
    ...(status !== undefined ? [`answers ${status}${bodyWords(fault)}`] : []),
    ...(latency ? ['ms' in latency ? `waits ${latency.ms} ms` : `waits ${latency.minMs} to ${latency.maxMs} ms`] : []),
    ...(drop ? ['drops the connection'] : []),
    ...(truncateAfterBytes !== undefined ? [`truncates after ${truncateAfterBytes} bytes`] : []),
    ...(probability < 1 ? [`${Math.round(probability * 100)} % of the time`] : []),
    ...(takesEffect ? ['the change is made anyway'] : []),
  ]
  return words.join(', ')
}

const LONGEST = 60

function bodyWords({ error, body, jsonBody }: Fault): string {
  const text = body ?? error ?? (jsonBody === undefined ? '' : JSON.stringify(jsonBody))
  return text === '' ? '' : ` “${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}”`
}

/** True if a fault can apply to an area, or to one operation. */
export function strikes({ where }: Fault, area: string | undefined, operation?: string): boolean {
  if (where.operation === undefined) return where.area === undefined || where.area === area
  if (operation !== undefined) return where.operation === operation
  return contract.value?.byId.get(where.operation)?.area === area
}
