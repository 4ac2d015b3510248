import type { JsonWebKey, SignKeyObjectInput } from 'node:crypto'
import { isObject } from '../../../src/contract/json.ts'
import type { GapReader } from '../../gaps/gap-reader.ts'
import { nodeCrypto } from '../../on-demand.ts'
import type { ApiStep } from './api-exchange.ts'

/** Checks the signature of an ID token that is to be exchanged: a pure model cannot. */
export const checkIdToken: ApiStep = (exchange, next) =>
  exchange.operation.id === 'exchangeOidcToken'
    ? next({ ...exchange, body: withTrustedToken(exchange.body, exchange.gaps) })
    : next(exchange)

/** The body; its token has no claims any more when there is no reason to trust them. */
function withTrustedToken(body: unknown, gaps: GapReader): unknown {
  if (!isObject(body) || typeof body.token !== 'string') return body
  const [header = '', claims = '', signature = ''] = body.token.split('.')
  const { iss } = readPart(claims)
  if (typeof iss !== 'string') return body
  const keys = keysOf(iss, gaps)
  const trusted = keys
    ? keys.some((key) => signedBy(key, header, claims, signature))
    : gaps.read('registry.issuer-without-keys') === 'believe'
  return trusted ? body : { ...body, token: `${header}..${signature}` }
}

type Key = Readonly<Record<string, unknown>>

function keysOf(issuer: string, gaps: GapReader): readonly Key[] | undefined {
  const known = gaps.read('registry.issuer-keys')
  return Object.hasOwn(known, issuer) ? known[issuer]?.keys : undefined
}

interface Algorithm {
  readonly kty: string
  readonly hash: string | null
  readonly how?: Pick<SignKeyObjectInput, 'padding' | 'saltLength' | 'dsaEncoding'>
}

const RSA_PSS = 6
const rsa = (bits: number): Algorithm => ({ kty: 'RSA', hash: `sha${bits}` })
const pss = (bits: number): Algorithm => ({ ...rsa(bits), how: { padding: RSA_PSS, saltLength: bits / 8 } })
const ec = (bits: number): Algorithm => ({ kty: 'EC', hash: `sha${bits}`, how: { dsaEncoding: 'ieee-p1363' } })

/** The signatures with a public key that JWTs have (RFC 7518, 3.1; RFC 8037). `none` is none of them. */
const ALGORITHMS: ReadonlyMap<unknown, Algorithm> = new Map([
  ...[256, 384, 512].flatMap((bits): [string, Algorithm][] => [
    [`RS${bits}`, rsa(bits)],
    [`PS${bits}`, pss(bits)],
    [`ES${bits}`, ec(bits)],
  ]),
  ['EdDSA', { kty: 'OKP', hash: null }],
])

function signedBy(key: Key, header: string, claims: string, signature: string): boolean {
  const { alg, kid } = readPart(header)
  const algorithm = ALGORITHMS.get(alg)
  if (!algorithm || key.kty !== algorithm.kty || (key.alg !== undefined && key.alg !== alg)) return false
  if (kid !== undefined && key.kid !== undefined && kid !== key.kid) return false
  try {
    const { createPublicKey, verify } = nodeCrypto()
    const publicKey = createPublicKey({ key: key as JsonWebKey, format: 'jwk' })
    const signed = Buffer.from(`${header}.${claims}`)
    return verify(algorithm.hash, signed, { key: publicKey, ...algorithm.how }, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

function readPart(part: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
