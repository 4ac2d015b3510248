// Reads an ID token and checks its signature with the keys that its issuer publishes.
import { createPublicKey, verify, constants } from 'node:crypto'
import { plain } from './base.mjs'

const part = (text) => {
  try {
    const value = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return plain(value) ? value : null
  } catch {
    return null
  }
}
export function read(token) {
  const pieces = typeof token === 'string' && token.length < 20000 ? token.split('.') : []
  if (pieces.length !== 3 || !pieces[2]) return null
  const header = part(pieces[0])
  const claims = part(pieces[1])
  if (!header || !claims) return null
  return { header, claims, signed: Buffer.from(`${pieces[0]}.${pieces[1]}`), signature: Buffer.from(pieces[2], 'base64url') }
}
const KINDS = { RS: 'RSA', PS: 'RSA', ES: 'EC' }
export function good(token, keys) {
  const { alg, kid } = token.header
  const found = /^(RS|PS|ES)(256|384|512)$|^EdDSA$/.exec(alg ?? '')
  if (!found) return false
  const kty = found[1] ? KINDS[found[1]] : 'OKP'
  for (const jwk of keys) {
    if (!plain(jwk) || jwk.kty !== kty || (kid !== undefined && jwk.kid !== undefined && jwk.kid !== kid)) continue
    try {
      const key = createPublicKey({ key: jwk, format: 'jwk' })
      const options = { key }
      if (found[1] === 'PS') Object.assign(options, { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST })
      if (found[1] === 'ES') options.dsaEncoding = 'ieee-p1363'
      if (verify(found[1] ? `sha${found[2]}` : null, token.signed, options, token.signature)) return true
    } catch {}
  }
  return false
}
const get = async (url) => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(3000), redirect: 'error', headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  const text = await answer.text()
  if (text.length > 200000) throw new Error('too much')
  return JSON.parse(text)
}
export async function issuerKeys(issuer) {
  const about = await get(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  if (about.issuer !== issuer) throw new Error('the issuer names itself differently')
  const set = await get(about.jwks_uri)
  return Array.isArray(set.keys) ? set.keys : []
}
