import type { FaultRequest } from './fault.ts'

/** Statuses whose answers have no body (RFC 9110, 6.4.1). */
const WITHOUT_BODY = new Set([204, 205, 304])
/** Headers that frame the answer, which only the server sets. */
const FRAMING = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade'])

/** The mistakes in a fault that its schema cannot express. */
export function mistakeIn({ status, body, jsonBody, headers, latency }: FaultRequest): string | undefined {
  if (latency && 'minMs' in latency && latency.minMs > latency.maxMs) return 'minMs is more than maxMs'
  const bodies = Object.entries({ body, jsonBody }).filter(([, given]) => given !== undefined)
  if (bodies.length > 1) return 'a response has one body: give either body or jsonBody'
  const [name] = bodies[0] ?? (headers ? ['headers'] : [])
  if (status === undefined) return name === undefined ? undefined : `${name} needs a status`
  if (WITHOUT_BODY.has(status)) return `a response with status ${status} has no body, and a fault sends one`
  if (status < 400 && bodies.length === 0) return `status ${status} needs a body or a jsonBody`
  const framing = Object.keys(headers ?? {}).find((header) => FRAMING.has(header.toLowerCase()))
  return framing === undefined ? undefined : `the header ${framing} is set by the server itself`
}
