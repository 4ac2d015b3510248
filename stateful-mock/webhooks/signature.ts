import type { GapValues } from '../../src/contract/generated/gaps.ts'
import { nodeCrypto } from '../on-demand.ts'

export interface Signable {
  /** The same for every attempt at a delivery, so that a receiver knows a repetition. */
  readonly id: string
  readonly atMs: number
  readonly body: string
  readonly secret: string
}

/** The headers of a payload, its signature among them. How payloads are signed is not shown (Events, point 8). */
export function signedHeaders(signature: GapValues['email.signature'], signable: Signable): Record<string, string> {
  const { id, atMs } = signable
  const { scheme, idHeader, timestampHeader, signatureHeader } = signature
  const timestamp = String(Math.floor(atMs / 1000))
  return {
    'content-type': 'application/json',
    ...(idHeader !== undefined && { [idHeader]: id }),
    ...(timestampHeader !== undefined && { [timestampHeader]: timestamp }),
    [signatureHeader]: SCHEMES[scheme](signable, timestamp),
  }
}

type Scheme = GapValues['email.signature']['scheme']

/** Standard Webhooks sign id, time and body with a decoded secret; the plain schemes the body, with the secret as it is. */
const SCHEMES: Readonly<Record<Scheme, (signable: Signable, timestamp: string) => string>> = {
  'standard-webhooks': ({ id, body, secret }, timestamp) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${nodeCrypto().createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  },
  'hmac-sha256-hex': ({ body, secret }) => nodeCrypto().createHmac('sha256', secret).update(body).digest('hex'),
  'hmac-sha256-base64': ({ body, secret }) => nodeCrypto().createHmac('sha256', secret).update(body).digest('base64'),
}
