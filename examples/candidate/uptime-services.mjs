import { refuse } from './errors.mjs'
import { iso, ordered, when } from './values.mjs'
import { makeService } from './world.mjs'

/** Ping, catalog and uptime services. */
export const uptimeServiceHandlers = {
  ping(ctx) {
    const time = ctx.fault('ping-time-missing') ? undefined : iso(ctx.now)
    return { service: 'uptime', org: ctx.org.slug, schemaEpoch: ctx.choice.schemaEpoch, time }
  },

  catalog(ctx) {
    const { intervals, vantages } = ctx.choice.catalog
    return {
      intervals: intervals.map(([seconds, label]) => ({ seconds, label })),
      vantages: vantages.map(([id, label, available]) => ({ id, label, available })),
    }
  },

  listServices(ctx) {
    let services = ordered(ctx.org.uptimeServices.values(), ctx.choice.serviceOrder)
    if (ctx.fault('other-org-services-listed'))
      services = [...ctx.world.orgs.values()].flatMap((org) => [...org.uptimeServices.values()])
    return { services: services.filter(({ id }) => ctx.sees(id)).map((service) => showService(ctx, service)) }
  },

  createService(ctx) {
    const name = readName(ctx)
    if (!ctx.fault('duplicate-service-created')) refuseDuplicate(ctx, name)
    const service = makeService(ctx.world.newId(), name, ctx.now)
    ctx.org.uptimeServices.set(service.id, service)
    return showService(ctx, service)
  },

  renameService(ctx) {
    const service = findService(ctx)
    const name = readName(ctx)
    if (!ctx.fault('duplicate-rename-accepted')) refuseDuplicate(ctx, name, service)
    service.name = name
    return showService(ctx, service)
  },

  deleteService(ctx) {
    const service = findService(ctx)
    if (service.monitors > 0) {
      if (!ctx.fault('service-delete-cascades')) refuse(409, 'monitors are still attached')
      for (const monitor of ctx.org.monitors.values())
        if (monitor.serviceId === service.id) ctx.org.monitors.delete(monitor.id)
    }
    ctx.org.uptimeServices.delete(service.id)
    return undefined
  },
}

function readName(ctx) {
  return ctx.check.text(ctx.check.object(ctx.body, 'service', ['name']).name, 'name')
}

function findService(ctx) {
  const service = ctx.org.uptimeServices.get(ctx.params.id) ?? refuse(404, 'unknown service')
  if (!ctx.sees(service.id)) refuse(ctx.choice.unseenResource, 'the token does not reach this service')
  return service
}

function refuseDuplicate(ctx, name, self) {
  const fold = (text) => (ctx.choice.serviceNameCase === 'insensitive' ? text.toLowerCase() : text)
  const wanted = fold(name)
  for (const service of ctx.org.uptimeServices.values()) {
    if (service !== self && fold(service.name) === wanted) refuse(409, 'a service with this name exists')
  }
}

function showService(ctx, { id, name, monitors, createdAt }) {
  return { id, name, monitors, createdAt: when(ctx.choice, createdAt) }
}
