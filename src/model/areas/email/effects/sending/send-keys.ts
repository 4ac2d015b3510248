import type { EffectContext } from '../../../../request/contexts.ts'
import { listed } from '../../../../request/listed.ts'
import { isSymbol } from '../../../../world/fresh.ts'
import type { Effect } from '../../../area.ts'
import { seesDomain } from '../../queries/access.ts'
import { sendKeyView } from '../../queries/views.ts'
import { keyOrgWide } from '../../statements/keys.ts'

export const listSendKeys: Effect<'listSendKeys'> = (context) => {
  const { caller } = context
  const index = context.gap('email.revoked-key-listed') === 'listed' ? 'all' : 'live'
  const filtered = caller.scope && context.gap('general.instance-filtering') === 'every-list'
  // A key for the whole organization sends for every domain, so also for those that the caller sees.
  const seen = Iterator.from(context.oldest('EmailSendKey', index, caller.org)).filter(({ orgWide, domainIds }) => {
    return !filtered || orgWide || domainIds.some((id) => seesDomain(context, caller, id))
  })
  return { sendKeys: listed(context, seen, ({ name }) => name).map((key) => sendKeyView(context, key)) }
}

export const createSendKey: Effect<'createSendKey'> = (context) => {
  const { name, domainIds = [] } = context.body
  const id = context.fresh.id('EmailSendKey')
  const secret = context.fresh.secret('usk')
  const key = context.put('EmailSendKey', {
    id,
    org: context.caller.org,
    seq: context.serial(),
    name,
    keyId: keyIdOf(context, id, secret),
    domainIds,
    createdAt: context.fresh.time(context.nowMs),
    lastUsedAt: undefined,
    secret,
    orgWide: sendsForAll(context),
    revoked: false,
  })
  return { sendKey: sendKeyView(context, key), secret }
}

function sendsForAll(context: EffectContext<'createSendKey'>): boolean {
  const { domainIds } = context.body
  if (domainIds === undefined) {
    context.cite(keyOrgWide)
    return true
  }
  return domainIds.length === 0 && context.gap('email.empty-domain-ids') === 'org-wide'
}

function keyIdOf(context: EffectContext<'createSendKey'>, id: string, secret: string): string {
  const unseen: boolean = isSymbol(secret)
  const choice = context.gap('email.send-key-key-id')
  if (choice === 'same-as-id') return id
  return choice === 'independent' || unseen ? context.fresh.id('SendKeyId') : secret.slice(0, 10)
}

/** The row is kept, so that a revoked key differs from an unknown one (States, switches). */
export const revokeSendKey: Effect<'revokeSendKey'> = (context) => {
  context.put('EmailSendKey', { ...context.the('EmailSendKey'), revoked: true })
  return undefined
}
