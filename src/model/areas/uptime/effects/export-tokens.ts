import { listed } from '../../../request/listed.ts'
import type { Effect } from '../../area.ts'
import { exportTokenView } from '../queries/views.ts'

export const listExportTokens: Effect<'listExportTokens'> = (context) => {
  const index = context.gap('uptime.revoked-token-listed') === 'list' ? 'all' : 'live'
  const tokens = listed(context, context.oldest('UptimeExportToken', index, context.caller.org), ({ name }) => name)
  return { tokens: tokens.map((token) => exportTokenView(context, token)) }
}

export const createExportToken: Effect<'createExportToken'> = (context) => {
  const { id, name, token, createdAt, lastUsedAt } = context.put('UptimeExportToken', {
    id: context.fresh.id('UptimeExportToken'),
    org: context.caller.org,
    seq: context.serial(),
    name: context.body.name,
    token: context.fresh.secret('uex'),
    createdAt: context.fresh.time(context.nowMs),
    lastUsedAt: context.fill('uptime.never-used'),
    revoked: false,
  })
  const more = context.gap('uptime.created-token-last-used') === 'include' ? { lastUsedAt } : {}
  return { id, name, token, createdAt, ...more }
}

/** The row is kept, so that a revoked one differs from an unknown one, and cannot come back (States, switches). */
export const revokeExportToken: Effect<'revokeExportToken'> = (context) => {
  const token = context.the('UptimeExportToken')
  if (!token.revoked) context.put('UptimeExportToken', { ...token, revoked: true })
}
