/**
 * An ID token that a script has made says names of its run in base64url. As it can be repeated later it stands in a step by its
 * claims, as text: `⟪token⟫{"iss":"https://heron-⟪salt⟫.example"}`.
 */
export const TOKEN = '⟪token⟫'

const encoded = (text: string): string => Buffer.from(text).toString('base64url')
const HEAD = encoded(JSON.stringify({ alg: 'none', typ: 'JWT' }))

/** An ID token with these claims. Its signature is for those who know the issuer. */
export const idToken = (claims: Readonly<Record<string, unknown>>): string => withClaims(JSON.stringify(claims))

const withClaims = (claims: string): string => `${HEAD}.${encoded(claims)}.`

/** A text with the claims in place of a token that is one of ours. */
export function byClaims(text: string): string {
  const [head, claims, signature] = text.split('.')
  return head === HEAD && claims !== undefined && signature === ''
    ? TOKEN + Buffer.from(claims, 'base64url').toString('utf8')
    : text
}

/** The token that a text stands for, or the text itself. */
export const asToken = (text: string): string => (text.startsWith(TOKEN) ? withClaims(text.slice(TOKEN.length)) : text)
