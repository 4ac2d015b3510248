import type { Context, Handlers } from './context.ts'
import { refuse } from './refusal.ts'
import { builtInRoles, permissionCatalog, rolesOf } from './roles.ts'
import { ofOrganization } from './world.ts'

/** Read-only catalogues of what can be granted (Endpoints, IAM). */
export const iamHandlers: Handlers = {
  getIamCatalog(ctx) {
    if (!managesGrants(ctx) && !ctx.fault('catalog-for-members')) refuse(403, 'requires grant management')
    const roles = ctx.choice.customRolesInCatalog ? rolesOf(ctx.choice, ctx.org) : builtInRoles(ctx.choice)
    return {
      roles: ctx.fault('role-kind-invented') ? roles.map((role) => ({ ...role, kind: 'system' })) : roles,
      resources: resourcesOf(ctx),
    }
  },

  listPermissions(ctx) {
    if (!ctx.choice.permissionsForAll && !managesGrants(ctx)) refuse(403, 'requires grant management')
    return { services: permissionCatalog(ctx.fault('write-tier-missing') ? ['read', 'admin'] : undefined) }
  },
}

function managesGrants(ctx: Context): boolean {
  return ctx.caller.place === 'owner' || ctx.caller.place === 'admin'
}

/** The live scopable instances. */
function resourcesOf({ world, choice, org, fault }: Context) {
  const registries = ofOrganization(world, world.registries.values(), org.slug)
  const domains = ofOrganization(world, world.domains.values(), org.slug)
  const clusters = choice.clustersScopable ? ofOrganization(world, world.clusters.values(), org.slug) : []
  return [
    ...(fault('catalog-misses-registries') ? [] : registries).map(({ slug, displayName }) => ({
      service: 'registry',
      id: slug,
      name: displayName,
    })),
    ...domains.map(({ id, name }) => ({ service: 'email', id, name })),
    ...clusters.map(({ name }) => ({ service: 'clusters', id: name, name })),
    ...(fault('catalog-keeps-deleted') ? world.ghosts.resources : []),
  ]
}
