import { known, referred } from './lookup.mjs'
import { hashOf, newSecret, ordered, when } from './values.mjs'

/** Alert sources. The token is kept only as a hash. */
export const sourceHandlers = {
  listSources(ctx) {
    const { choice, org } = ctx
    return {
      sources: ordered(org.sources.values(), choice.sourceOrder).map((source) => ({
        ...showSource(choice, source),
        lastEventAt: when(choice, source.lastEventAt),
        token: source.shownToken,
      })),
    }
  },

  createSource(ctx) {
    const { check, world, org, choice } = ctx
    const body = check.object(ctx.body, 'source', ['name', 'serviceId'])
    const name = check.text(body.name, 'name')
    const service = referred(ctx, org.services, body.serviceId, 'serviceId')
    const token = newSecret(choice.sourceTokenPrefix)
    const source = {
      id: world.newId(),
      name,
      serviceId: service.id,
      createdAt: ctx.now,
      lastEventAt: undefined,
      org,
      hash: hashOf(token),
      shownToken: ctx.fault('source-token-in-list') ? token : undefined,
    }
    org.sources.set(source.id, source)
    world.sourceTokens.set(source.hash, source)
    return {
      ...showSource(choice, source),
      token,
      lastEventAt: choice.createdSourceShowsLastEvent ? when(choice, undefined) : undefined,
    }
  },

  revokeSource(ctx) {
    const source = known(ctx, ctx.org.sources, ctx.params.id, 'source')
    ctx.org.sources.delete(source.id)
    if (!ctx.fault('revoked-source-works')) ctx.world.sourceTokens.delete(source.hash)
    return ctx.choice.doneBody
  },
}

function showSource(choice, { id, name, serviceId, createdAt }) {
  return { id, name, serviceId, createdAt: when(choice, createdAt) }
}
