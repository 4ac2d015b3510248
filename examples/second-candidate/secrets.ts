import { createHash, randomBytes } from 'node:crypto'

/** The hash under which a secret is kept. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

export function newSecret(prefix: string): string {
  return prefix + randomBytes(18).toString('base64url')
}

/** Ids that mean nothing: short hexadecimal ones, or counted ones behind a prefix. */
export function idMaker(kind: 'hex' | 'counted'): (prefix: string) => string {
  let last = 1000
  return kind === 'hex' ? () => randomBytes(12).toString('hex') : (prefix) => `${prefix}_${++last}`
}
