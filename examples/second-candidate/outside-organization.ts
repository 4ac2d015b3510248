import { type Event, organizationOf } from './outside-event.ts'
import { refuse } from './refusal.ts'
import type { Role } from './roles.ts'
import type { Membership } from './world.ts'

const PLACES: readonly Membership['place'][] = ['owner', 'admin', 'member', 'viewer', 'none']

/** Outside events by staff, the payment provider and administrators. */
export const organizationEvents: Record<string, Event> = {
  paymentMethodChanges(happening) {
    const org = organizationOf(happening)
    org.paying = happening.read.boolean(happening.body.active, 'active')
    happening.changed.push({ entity: 'Organization', id: org.slug, change: 'changed' })
    return undefined
  },

  billingEmailCollides({ world, read, body }) {
    const email = read.string(body.email, 'email').toLowerCase()
    if (read.maybe(body, 'collides', read.boolean) ?? true) world.collidingBilling.add(email)
    else world.collidingBilling.delete(email)
    return undefined
  },

  entitlementChanges(happening) {
    const { read, body } = happening
    if (read.oneOf(['email', 'uptime'])(body.area, 'area') !== 'email') refuse(409, 'there is no uptime here')
    const org = organizationOf(happening)
    org.emailEnabled = read.boolean(body.enabled, 'enabled')
    happening.changed.push({ entity: 'Organization', id: org.slug, change: 'changed' })
    return undefined
  },

  backendBehaves({ world, read, body }) {
    const backend = read.oneOf(['email', 'dns', 'uptime'])(body.backend, 'backend')
    if (backend === 'uptime') return refuse(409, 'there is no uptime here')
    world.reachable[backend] = read.boolean(body.reachable, 'reachable')
    return undefined
  },

  quotaChanges(happening) {
    const { world, read, body } = happening
    const org = organizationOf(happening)
    const value = read.integer(0)(body.value, 'value')
    const quota = read.string(body.quota, 'quota')
    if (quota === 'clusters') org.clusterQuota = value
    else if (quota === 'daily-email') org.dailyQuota = value
    else if (quota === 'registry-storage-bytes') {
      const registry = world.registries.get(read.string(body.registry, 'registry')) ?? refuse(404, 'unknown registry')
      registry.quota = value
    } else if (quota === 'load-balancer-services') {
      const name = read.string(body.cluster, 'cluster')
      const cluster = [...world.clusters.values()].find((one) => one.org === org.slug && one.name === name)
      if (!cluster) return refuse(404, 'unknown cluster')
      cluster.maxServices = value
    } else return refuse(409, `there is no quota ${quota} here`)
    happening.changed.push({ entity: 'Organization', id: org.slug, change: 'changed' })
    return undefined
  },

  roleChanges(happening) {
    const { world, read, body, changed } = happening
    const org = organizationOf(happening)
    const userId = read.maybe(body, 'userId', read.string)
    if (userId !== undefined) {
      const member = [...world.members.values()].find((one) => one.userId === userId && one.org === org)
      if (!member) return refuse(404, 'unknown user')
      member.place = read.maybe(body, 'role', read.oneOf(PLACES)) ?? member.place
      member.grants =
        read.maybe(body, 'grants', read.list(readGrant)) ?? (body.role === undefined ? member.grants : undefined)
      changed.push({ entity: 'User', id: userId, change: 'changed' })
    }
    const custom = read.maybe(body, 'customRole', (value) => read.object(value, 'customRole', []))
    if (custom === undefined) return undefined
    const id = read.string(custom.id, 'customRole.id')
    const old = org.customRoles.get(id)
    const removed = read.maybe(custom, 'removed', read.boolean) ?? false
    changed.push({ entity: 'IamRole', id, change: removed ? 'removed' : old ? 'changed' : 'created' })
    if (removed) return void org.customRoles.delete(id)
    const role: Role = {
      id,
      name: read.maybe(custom, 'name', read.string) ?? old?.name ?? id,
      description: read.maybe(custom, 'description', read.string) ?? old?.description ?? '',
      kind: 'custom',
      scopable: read.maybe(custom, 'scopable', read.boolean) ?? old?.scopable ?? true,
      permissions: read.maybe(custom, 'permissions', read.list(read.string)) ?? old?.permissions ?? [],
    }
    org.customRoles.set(id, role)
    return undefined

    function readGrant(value: unknown, what: string) {
      const grant = read.object(value, what, [])
      const resourceIds = read.maybe(grant, 'resourceIds', read.list(read.string)) ?? []
      return { role: read.string(grant.role, `${what}.role`), resourceIds }
    }
  },
}
