import type { GapValues } from '../../src/contract/generated/gaps.ts'
import { decodeBase64 } from '../http/base64.ts'
import type { Hashes } from '../platform/platform.ts'

export interface Signable {
  /** The same for every attempt at a delivery, so that a receiver knows a repetition. */
  readonly id: string
  readonly atMs: number
  readonly body: string
  readonly secret: string
}

type Signature = GapValues['email.signature']

/** The headers of a payload, its signature among them. How payloads are signed is not shown (Events, point 8). */
export function signedHeaders(hashes: Hashes, signature: Signature, signable: Signable): Record<string, string> {
  const { id, atMs } = signable
  const { scheme, idHeader, timestampHeader, signatureHeader } = signature
  const timestamp = String(Math.floor(atMs / 1000))
  return {
    'content-type': 'application/json',
    ...(idHeader !== undefined && { [idHeader]: id }),
    ...(timestampHeader !== undefined && { [timestampHeader]: timestamp }),
    [signatureHeader]: SCHEMES[scheme](hashes, signable, timestamp),
  }
}

type Sign = (hashes: Hashes, signable: Signable, timestamp: string) => string

/** Standard Webhooks sign id, time and body with a decoded secret; the plain schemes the body, with the secret as it is. */
const SCHEMES: Readonly<Record<Signature['scheme'], Sign>> = {
  'standard-webhooks': (hashes, { id, body, secret }, timestamp) => {
    const key = decodeBase64(secret.replace(/^whsec_/, ''))
    return `v1,${hashes.hmacSha256(key, `${id}.${timestamp}.${body}`, 'base64')}`
  },
  'hmac-sha256-hex': (hashes, { body, secret }) => hashes.hmacSha256(secret, body, 'hex'),
  'hmac-sha256-base64': (hashes, { body, secret }) => hashes.hmacSha256(secret, body, 'base64'),
}
