import type { JsonWebKey, SignKeyObjectInput } from 'node:crypto'
import type { VerifySignature } from '../platform/platform.ts'

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

export const verifySignature: VerifySignature = (key, { algorithm: name, text, signature }) => {
  const algorithm = ALGORITHMS.get(name)
  if (!algorithm || key.kty !== algorithm.kty) return false
  try {
    const { createPublicKey, verify } = process.getBuiltinModule('node:crypto')
    const publicKey = createPublicKey({ key: key as JsonWebKey, format: 'jwk' })
    return verify(algorithm.hash, Buffer.from(text), { key: publicKey, ...algorithm.how }, signature)
  } catch {
    return false
  }
}
