import { createSign, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto'

/**
 * An ID token that a script has made says names of its run in base64url. As it can be repeated later it stands in a step by its
 * claims, as text, behind a word for who signed it: `⟪token⟫{"iss":"https://heron-⟪salt⟫.example"}`.
 */
export type Signer = 'nobody' | 'issuer' | 'stranger'

const SIGNED_BY: Readonly<Record<Signer, string>> = {
  nobody: '⟪token⟫',
  issuer: '⟪signed token⟫',
  stranger: '⟪forged token⟫',
}
const SIGNERS = Object.keys(SIGNED_BY) as readonly Signer[]

const KEY_ID = 'key-of-the-run'
const encoded = (text: string): string => Buffer.from(text).toString('base64url')
const UNSIGNED = encoded(JSON.stringify({ alg: 'none', typ: 'JWT' }))
/** Every implementation of OpenID Connect takes this algorithm. */
const SIGNED = encoded(JSON.stringify({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' }))

interface KeyPair {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/** Made when it is first needed, for this process alone. */
function madeOnce(): () => KeyPair {
  let made: KeyPair | undefined
  return () => {
    made ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
    return made
  }
}

const KEYS: Readonly<Record<Exclude<Signer, 'nobody'>, () => KeyPair>> = { issuer: madeOnce(), stranger: madeOnce() }

/** The keys that the judge's issuers publish (RFC 7517). */
export const publishedKeys = (): readonly JsonWebKey[] => [
  { ...KEYS.issuer().publicKey.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' },
]

/** An ID token with these claims. A stranger signs in the issuer's name, but not with its key. */
export const idToken = (claims: Readonly<Record<string, unknown>>, signer: Signer = 'nobody'): string =>
  withClaims(JSON.stringify(claims), signer)

function withClaims(claims: string, signer: Signer): string {
  if (signer === 'nobody') return `${UNSIGNED}.${encoded(claims)}.`
  const text = `${SIGNED}.${encoded(claims)}`
  return `${text}.${signature(text, signer)}`
}

const signature = (text: string, signer: Exclude<Signer, 'nobody'>): string =>
  createSign('RSA-SHA256').update(text).sign(KEYS[signer]().privateKey, 'base64url')

/** Who signed a token that is one of ours; undefined for any other text. */
export function signerOf(text: string): Signer | undefined {
  const [head, claims, signed, ...more] = text.split('.')
  if (claims === undefined || more.length > 0) return undefined
  if (head === UNSIGNED) return signed === '' ? 'nobody' : undefined
  if (head !== SIGNED) return undefined
  return signed === signature(`${head}.${claims}`, 'issuer') ? 'issuer' : 'stranger'
}

/** A text with the claims in place of a token that is one of ours. */
export function byClaims(text: string): string {
  const signer = signerOf(text)
  return signer === undefined
    ? text
    : SIGNED_BY[signer] + Buffer.from(text.split('.')[1] ?? '', 'base64url').toString('utf8')
}

/** The token that a text stands for, or the text itself. */
export function asToken(text: string): string {
  const signer = standsFor(text)
  return signer === undefined ? text : withClaims(text.slice(SIGNED_BY[signer].length), signer)
}

const standsFor = (text: string): Signer | undefined => SIGNERS.find((signer) => text.startsWith(SIGNED_BY[signer]))

/** True if a text stands for a token. */
export const isByClaims = (text: string): boolean => standsFor(text) !== undefined
