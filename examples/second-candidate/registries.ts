import type { Context, Handlers } from './context.ts'
import { param } from './context.ts'
import type { Registry } from './entities.ts'
import { shown } from './moments.ts'
import { refuse } from './refusal.ts'
import { usedBytes } from './storage.ts'
import { ofOrganization } from './world.ts'

/** Registries themselves (Endpoints, Registries 1 to 4 and 6). */
export const registryHandlers: Handlers = {
  listUpstreams: ({ choice }) => ({ upstreams: choice.upstreams }),

  listRegistries: (ctx) => ({ registries: reachable(ctx).map((registry) => listed(ctx, registry)) }),

  createRegistry(ctx) {
    const { world, choice, org, read } = ctx
    if (!ctx.reach.all) refuse(403, 'this grant does not reach new registries')
    const body = read.object(ctx.body, 'body', ['slug', 'displayName', 'region'])
    const slug = read.string(body.slug, 'slug')
    const displayName = read.maybe(body, 'displayName', read.name) ?? choice.displayNameDefault(slug)
    const region = read.maybe(body, 'region', read.filled) ?? choice.regions[0] ?? ''
    if (!choice.slugPattern.test(slug)) read.bad('slug: letters, digits, dots and dashes')
    if (choice.unknownRegionRefused && !choice.regions.includes(region)) read.bad('region: not offered')
    if (!org.paying && !ctx.fault('registry-without-payment')) refuse(choice.noPayment, 'no active payment method')
    if (slugTaken(ctx, slug)) refuse(409, 'this slug is taken or reserved')
    const registry: Registry = {
      ...world.made(org),
      slug,
      displayName,
      region,
      quota: choice.storageQuota,
      repositories: new Map(),
      keys: new Map(),
      rules: new Map(),
      logins: new Map(),
    }
    world.registries.set(slug, registry)
    return listed(ctx, registry)
  },

  getRegistry(ctx) {
    const registry = registryOf(ctx)
    if (ctx.fault('detail-without-usage')) return listed(ctx, registry)
    return {
      slug: registry.slug,
      region: registry.region,
      storageQuotaBytes: registry.quota,
      usedBytes: ctx.fault('used-bytes-frozen') ? 0 : usedBytes(ctx.choice, registry),
      repositoryCount: registry.repositories.size,
      createdAt: shown(ctx.choice, registry.createdAt),
    }
  },

  deleteRegistry(ctx) {
    const { world, choice } = ctx
    const registry = registryOf(ctx)
    if (registry.repositories.size > 0 && !ctx.fault('full-registry-deleted'))
      refuse(choice.notEmpty, 'delete its repositories first')
    world.registries.delete(registry.slug)
    if (choice.deletedSlugRetired) world.retiredSlugs.add(registry.slug)
    world.ghosts.resources.push({ service: 'registry', id: registry.slug, name: registry.displayName })
    return choice.doneBody
  },
}

/** The registries the caller can reach. */
export function reachable({ world, org, reach }: Context): Registry[] {
  return ofOrganization(world, world.registries.values(), org.slug).filter(({ slug }) => reach.to(slug))
}

/** The registry of the path, if it is the caller's to touch. */
export function registryOf(ctx: Context): Registry {
  const { world, choice, org, reach, fault } = ctx
  const registry = world.registries.get(param(ctx, 'slug')) ?? refuse(404, 'unknown registry')
  if (registry.org !== org.slug && !fault('foreign-registry-served')) refuse(choice.foreignRegistry, 'unknown registry')
  if (!reach.to(registry.slug)) refuse(403, 'no access to this registry')
  return registry
}

/** Slugs are unique over all organizations (Registries 3). */
function slugTaken({ world, org, fault }: Context, slug: string): boolean {
  const held = world.registries.get(slug)
  if (held !== undefined && held.org === org.slug) return !fault('own-slug-twice')
  if (held !== undefined) return !fault('slug-unique-per-organization')
  if (world.heldSlugs.has(slug)) return !fault('reserved-slug-accepted')
  return world.retiredSlugs.has(slug)
}

/** The shape of lists and of create. */
function listed({ choice }: Context, registry: Registry) {
  return {
    slug: registry.slug,
    displayName: registry.displayName,
    region: registry.region,
    storageQuotaBytes: registry.quota,
    createdAt: shown(choice, registry.createdAt),
  }
}
