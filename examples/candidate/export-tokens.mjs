import { bearerOf } from './auth.mjs'
import { refuse } from './errors.mjs'
import { hashOf, newSecret, ordered, when } from './values.mjs'

/** Scrape credentials of an organization. Only the hash of a token is kept. */
export const exportTokenHandlers = {
  listExportTokens(ctx) {
    const { choice, org } = ctx
    return {
      tokens: ordered(org.exportTokens.values(), choice.exportOrder).map(
        ({ id, name, createdAt, lastUsedAt, shownToken }) => ({
          id,
          name,
          createdAt: when(choice, createdAt),
          lastUsedAt: when(choice, lastUsedAt),
          token: shownToken,
        }),
      ),
    }
  },

  createExportToken(ctx) {
    const { check, choice, world, org, now } = ctx
    const name = check.text(check.object(ctx.body, 'token', ['name']).name, 'name')
    const secret = newSecret(choice.exportTokenPrefix)
    const token = {
      id: world.newId(),
      name,
      createdAt: now,
      lastUsedAt: undefined,
      hash: hashOf(secret),
      org,
      shownToken: ctx.fault('export-token-in-list') ? secret : undefined,
    }
    org.exportTokens.set(token.id, token)
    world.exportTokens.set(token.hash, token)
    return {
      id: token.id,
      name,
      token: secret,
      createdAt: when(choice, now),
      lastUsedAt: choice.createdExportShowsLastUsed ? when(choice, undefined) : undefined,
    }
  },

  revokeExportToken(ctx) {
    const { world, choice } = ctx
    let { org } = ctx
    if (ctx.fault('other-org-export-revoked'))
      org = [...world.orgs.values()].find((one) => one.exportTokens.has(ctx.params.id)) ?? org
    const token = org.exportTokens.get(ctx.params.id)
    if (!token && org.revokedExports.has(ctx.params.id) && choice.revokeExportTwice === 204) return undefined
    if (!token) refuse(choice.unknownTokenId, 'unknown export token')
    org.exportTokens.delete(token.id)
    org.revokedExports.add(token.id)
    if (!ctx.fault('revoked-export-works')) world.exportTokens.delete(token.hash)
    return undefined
  },
}

/** The scrape endpoint: the organization's monitors as text, for an export token. */
export function scrape(ctx) {
  const secret = bearerOf(ctx.headers)
  const token = secret && ctx.world.exportTokens.get(hashOf(secret))
  if (!token) refuse(401, 'no such export token, or it is revoked')
  if (!token.org.entitled) refuse(403, 'uptime is not enabled for the organization')
  if (ctx.world.backendDown) refuse(502, 'the uptime backend is unreachable')
  token.lastUsedAt = ctx.now
  const lines = [...token.org.monitors.values()].map(
    ({ id, state }) => `${ctx.choice.scrape.metric}{monitor="${id}"} ${state === 'up' ? 1 : 0}`,
  )
  return `${lines.join('\n')}\n`
}
