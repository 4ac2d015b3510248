import { isObject } from '../../../../../contract/json.ts'

/** The claims of an ID token that an access rule looks at. */
export interface IdTokenClaims {
  readonly iss: string
  readonly aud: readonly string[]
  readonly sub: string
  /** Seconds since 1970. */
  readonly exp: number | undefined
}

/**
 * The claims an ID token makes; nothing when it is not a JWT with an issuer, an audience and a subject.
 * Whether they are to be believed is for the door to find out before the model is asked: that takes the
 * issuer's keys, and fetching them is no business of a pure model. A token the door does not believe
 * it hands on without its claims.
 */
export function claimsOf(token: string): IdTokenClaims | undefined {
  const claims = readJson(token.split('.')[1] ?? '')
  if (!isObject(claims)) return undefined
  const { iss, aud, sub, exp } = claims
  const audiences = [aud].flat().filter((one) => typeof one === 'string')
  if (typeof iss !== 'string' || typeof sub !== 'string' || audiences.length === 0) return undefined
  return { iss, aud: audiences, sub, exp: typeof exp === 'number' ? exp : undefined }
}

function readJson(base64url: string): unknown {
  try {
    const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0))))
  } catch {
    return undefined
  }
}
