// Who is calling: a session or a personal token as a bearer, and the organization they act in.

import { Principal } from './permissions.mjs'
import { forbidden, HttpError, hash } from './util.mjs'

const unauthenticated = (message) => new HttpError(401, message, { 'www-authenticate': 'Bearer' })

export function bearer(headers) {
  const match = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')
  return match ? match[1] : null
}

/** Why a personal token is not accepted at an instant, or null. */
export function tokenRefusal(w, token, now) {
  if (!token.enabled) return 'the token is disabled'
  if (now >= token.expiresAt) return 'the token has expired'
  if (!w.orgs.get(token.orgSlug)?.members.has(token.userId)) return 'the owner of the token has left the organization'
  return null
}

export function authenticate(w, headers, message) {
  const value = bearer(headers)
  if (!value) throw unauthenticated(message)
  const wanted = headers['x-organization']
  const digest = hash(value)
  const session = w.sessions.get(digest)
  if (session) {
    const user = w.users.get(session.userId)
    const org =
      wanted === undefined
        ? [...w.orgs.values()].find((candidate) => candidate.members.has(user.id))
        : w.orgs.get(wanted)
    const membership = org?.members.get(user.id)
    if (!membership)
      throw forbidden(
        wanted === undefined ? 'You belong to no organization.' : `You do not belong to an organization ${wanted}.`,
      )
    return new Principal({ user, org, membership })
  }
  const token = [...w.tokens.values()].find((candidate) => candidate.hash === digest)
  if (!token || tokenRefusal(w, token, w.now())) throw unauthenticated(message)
  if (wanted !== undefined && wanted !== token.orgSlug)
    throw forbidden(`This token is bound to the organization ${token.orgSlug}.`)
  token.lastRequest = w.now()
  const org = w.orgs.get(token.orgSlug)
  return new Principal({ user: w.users.get(token.userId), org, membership: org.members.get(token.userId), token })
}
