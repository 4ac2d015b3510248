import type { Context, Handlers } from './context.ts'
import { param } from './context.ts'
import type { SendKey } from './entities.ts'
import { shown } from './moments.ts'
import { refuse } from './refusal.ts'
import { hashOf, newSecret } from './secrets.ts'
import { ofOrganization } from './world.ts'

/** Send keys (Endpoints, Email): the secret once, org-wide without domainIds. */
export const emailKeyHandlers: Handlers = {
  listSendKeys(ctx) {
    const { world, choice, org } = ctx
    const keys = ofOrganization(world, world.sendKeys.values(), org.slug)
    return {
      sendKeys: keys.filter((key) => !key.revoked || choice.revokedSendKeyListed).map((key) => shownKey(ctx, key)),
    }
  },

  createSendKey(ctx) {
    const { world, org, read, fault } = ctx
    const body = read.object(ctx.body, 'body', ['name', 'domainIds'])
    const name = read.name(body.name, 'name')
    const domainIds = read.maybe(body, 'domainIds', read.list(read.string))
    if (!ctx.reachOf('email.key.admin').all && !fault('send-key-by-member')) refuse(403, 'needs email.key.admin')
    if (domainIds?.length === 0 && ctx.choice.emptyDomainIds === 'refuse') read.bad('domainIds: empty')
    for (const id of domainIds ?? [])
      if (world.domains.get(id)?.org !== org.slug) refuse(ctx.choice.unknownReference, 'domainIds: unknown domain')
    const secret = newSecret('esk.')
    const id = world.newId('sk')
    const key: SendKey = {
      ...world.made(org),
      id,
      name,
      keyId: world.newId('AK'),
      domainIds: fault('send-key-domains-lost') ? [] : [...new Set(domainIds)],
      secretHash: hashOf(secret),
      leaked: fault('send-key-secret-listed') ? secret : undefined,
      lastUsedAt: undefined,
      revoked: false,
    }
    world.sendKeys.set(id, key)
    return { sendKey: { ...shownKey(ctx, key), secret: undefined }, secret }
  },

  revokeSendKey(ctx) {
    const key = ctx.world.sendKeys.get(param(ctx, 'id'))
    if (key?.org !== ctx.org.slug || (key.revoked && !ctx.choice.revokedSendKeyListed))
      return refuse(404, 'unknown key')
    if (!ctx.fault('send-key-revocation-without-effect')) key.revoked = true
    return undefined
  },
}

function shownKey({ choice }: Context, key: SendKey) {
  return {
    id: key.id,
    name: key.name,
    keyId: key.keyId,
    domainIds: key.domainIds,
    createdAt: shown(choice, key.createdAt),
    ...(key.lastUsedAt === undefined ? {} : { lastUsedAt: shown(choice, key.lastUsedAt) }),
    ...(choice.revokedSendKeyListed ? { revoked: key.revoked } : {}),
    ...(key.leaked === undefined ? {} : { secret: key.leaked }),
  }
}
