import { createHmac } from 'node:crypto'
import type { Hook } from '../session/receiver.ts'

/** Say nothing about a signature, and only cost time. */
const ORDINARY: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'content-type',
  'accept',
  'accept-encoding',
  'accept-language',
  'sec-fetch-mode',
  'transfer-encoding',
  'user-agent',
])
const ALGORITHMS = ['sha256', 'sha512', 'sha1'] as const

/**
 * True if some header holds a signature made with this secret. The scheme is open (Events, point 8), so the usual ones
 * are tried: an HMAC of the body, of a header and the body, of two headers and the body (Standard Webhooks). No match
 * proves nothing; a match cannot be chance.
 */
export function isSignedWith({ headers, text }: Hook, secret: string): boolean {
  const values = Object.entries(headers).flatMap(([name, value]) => (ORDINARY.has(name) ? [] : [value]))
  const contents = [...prefixes(values)].map((prefix) => prefix + text)
  return keysOf(secret).some((key) =>
    ALGORITHMS.some((algorithm) =>
      contents.some((content) => {
        const digest = createHmac(algorithm, key).update(content).digest()
        const forms = [digest.toString('hex'), digest.toString('base64'), digest.toString('base64url')]
        return values.some((value) => forms.some((form) => value.includes(form)))
      }),
    ),
  )
}

/** The secret as it is, and decoded. */
function keysOf(secret: string): Buffer[] {
  const bare = secret.replace(/^[a-z]+_/, '')
  return [Buffer.from(secret), Buffer.from(bare), Buffer.from(bare, 'base64'), Buffer.from(bare, 'hex')].filter(
    ({ length }) => length > 0,
  )
}

/** The text that may stand before the body when it is signed: nothing, a number or time, or both. */
function* prefixes(values: readonly string[]): Generator<string> {
  yield ''
  const times = values.flatMap((value) => /\bt=(\d+)/.exec(value)?.[1] ?? [])
  const words = [...values.filter((value) => value.length <= 100), ...times]
  for (const word of words) {
    yield `${word}.`
    for (const other of words) if (other !== word) yield `${word}.${other}.`
  }
}
