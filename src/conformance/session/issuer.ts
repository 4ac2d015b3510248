import { publishedKeys } from '../step/id-token.ts'

/** The part of an address before the name of an issuer of ID tokens: each rule can trust one of its own. */
export const ISSUERS = 'issuers'

export interface IssuerAnswer {
  readonly issuer: string
  /** True if this hands out the keys, not only says where they are. */
  readonly givesKeys: boolean
  readonly body: unknown
}

const KEYS = '/.well-known/jwks.json'
const DISCOVERY = '/.well-known/openid-configuration'

/**
 * The answer of one of the judge's issuers: where its keys are (OpenID Connect Discovery 1.0), or the keys themselves.
 * Undefined for an address that is no issuer's.
 */
export function issuerAnswer(receiverUrl: string, path: string): IssuerAnswer | undefined {
  const [, name, file] = new RegExp(`/${ISSUERS}/([^/]+)(/\\.well-known/[a-z.-]+)$`).exec(path) ?? []
  if (name === undefined) return undefined
  const issuer = `${receiverUrl}/${ISSUERS}/${name}`
  if (file === KEYS) return { issuer, givesKeys: true, body: { keys: publishedKeys() } }
  return file === DISCOVERY ? { issuer, givesKeys: false, body: discovery(issuer) } : undefined
}

const discovery = (issuer: string) => ({
  issuer,
  jwks_uri: issuer + KEYS,
  authorization_endpoint: `${issuer}/authorize`,
  response_types_supported: ['id_token'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})
