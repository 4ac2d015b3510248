import { listed } from '../../../../request/listed.ts'
import type { Effect } from '../../../area.ts'
import { sourceView } from '../../queries/views.ts'

export const listAlertSources: Effect<'listAlertSources'> = (context) => {
  const sources = [...context.oldest('OncallAlertSource', 'all', context.caller.org)]
  const shown = sources.filter(({ revoked }) => !revoked || context.gap('oncall.revoked-source-listed') === 'list')
  return { sources: listed(context, shown, ({ name }) => name).map((source) => sourceView(context, source)) }
}

export const createAlertSource: Effect<'createAlertSource'> = (context) => {
  const { name, serviceId } = context.body
  const { id, token, createdAt } = context.put('OncallAlertSource', {
    id: context.fresh.id('OncallAlertSource'),
    org: context.caller.org,
    seq: context.serial(),
    name,
    serviceId,
    createdAt: context.fresh.time(context.nowMs),
    lastEventAt: undefined,
    token: context.fresh.secret('oas'),
    revoked: false,
  })
  const created = { id, name, serviceId, token, createdAt }
  if (context.gap('oncall.created-source-last-event') === 'omit') return created
  return { ...created, lastEventAt: context.fill('oncall.never-event') }
}

/** The row is kept, so that a delivery with its token differs from one with an unknown token. */
export const revokeAlertSource: Effect<'revokeAlertSource'> = (context) => {
  const source = context.the('OncallAlertSource')
  if (!source.revoked) context.put('OncallAlertSource', { ...source, revoked: true })
  return undefined
}
