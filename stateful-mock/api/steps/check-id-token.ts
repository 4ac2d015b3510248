import { isObject } from '../../../src/contract/json.ts'
import type { GapReader } from '../../gaps/gap-reader.ts'
import { decodeBase64 } from '../../http/base64.ts'
import type { VerifySignature } from '../../platform/platform.ts'
import type { ApiStep } from './api-exchange.ts'

/** Checks the signature of an ID token that is to be exchanged: a pure model cannot. */
export const checkIdToken: ApiStep = (exchange, next) => {
  if (exchange.operation.id !== 'exchangeOidcToken') return next(exchange)
  const { sandbox, body, gaps } = exchange
  return next({ ...exchange, body: withTrustedToken(body, gaps, sandbox.mock.platform.verifySignature) })
}

/** The body; its token has no claims any more when there is no reason to trust them. */
function withTrustedToken(body: unknown, gaps: GapReader, verify: VerifySignature): unknown {
  if (!isObject(body) || typeof body.token !== 'string') return body
  const token = partsOf(body.token)
  const { iss } = readPart(token.claims)
  if (typeof iss !== 'string') return body
  const keys = keysOf(iss, gaps)
  const trusted = keys
    ? keys.some((key) => signedBy(key, token, verify))
    : gaps.read('registry.issuer-without-keys') === 'believe'
  return trusted ? body : { ...body, token: `${token.header}..${token.signature}` }
}

interface TokenParts {
  readonly header: string
  readonly claims: string
  readonly signature: string
}

function partsOf(token: string): TokenParts {
  const [header = '', claims = '', signature = ''] = token.split('.')
  return { header, claims, signature }
}

type Key = Readonly<Record<string, unknown>>

function keysOf(issuer: string, gaps: GapReader): readonly Key[] | undefined {
  const known = gaps.read('registry.issuer-keys')
  return Object.hasOwn(known, issuer) ? known[issuer]?.keys : undefined
}

function signedBy(key: Key, { header, claims, signature }: TokenParts, verify: VerifySignature): boolean {
  const { alg, kid } = readPart(header)
  if (key.alg !== undefined && key.alg !== alg) return false
  if (kid !== undefined && key.kid !== undefined && kid !== key.kid) return false
  return verify(key, { algorithm: alg, text: `${header}.${claims}`, signature: decodeBase64(signature) })
}

function readPart(part: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(decodeBase64(part)))
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
