import { refuse } from './errors.mjs'
import { known } from './lookup.mjs'
import { when } from './values.mjs'

/** Public updates of incidents, and the status page they appear on. */
export const updateHandlers = {
  publishUpdate(ctx) {
    const { check, choice, world, now } = ctx
    const incident = known(ctx, ctx.org.incidents, ctx.params.id, 'incident')
    const given = check.object(ctx.body, 'update', ['body'])
    const body = check.text(given.body, 'body')
    if (incident.status === 'resolved' && ctx.fault('resolved-takes-no-update')) refuse(409, 'the incident is resolved')
    const byLabel =
      ctx.fault('update-label-from-body') && typeof given.byLabel === 'string' ? given.byLabel : ctx.user.label
    const update = { id: world.newId(), at: now, body, byLabel }
    incident.updates.set(update.id, update)
    incident.everUpdated += 1
    return { id: update.id, at: when(choice, now), body, byLabel }
  },

  retractUpdate(ctx) {
    const incident = known(ctx, ctx.org.incidents, ctx.params.id, 'incident')
    const update = known(ctx, incident.updates, ctx.params.uid, 'update')
    if (ctx.fault('retracted-update-stays')) update.retracted = true
    else incident.updates.delete(update.id)
    return ctx.choice.doneBody
  },
}

/**
 * What status pages show of an organization's services, or of some of them: incidents with a
 * public update, never the timeline; newest first.
 * @param {any} world @param {any} org @param {string[] | undefined} serviceIds
 */
export function statusPage(world, org, serviceIds) {
  const needed = world.fault('first-update-hidden') ? 2 : 1
  const visible = org.history.filter((incident) => {
    if (serviceIds && !serviceIds.includes(incident.service.id)) return false
    if (world.fault('emptied-incident-stays')) return incident.everUpdated > 0
    return incident.updates.size >= needed
  })
  return visible.reverse().map((incident) => ({
    id: incident.id,
    title: incident.title,
    status: incident.status,
    serviceName: incident.service.name,
    updates: entriesOf(world, incident).reverse(),
  }))
}

function entriesOf(world, incident) {
  const updates = [...incident.updates.values()].map(({ id, at, body, byLabel }) => ({
    id,
    at: when(world.choice, at),
    body,
    byLabel,
  }))
  if (!world.fault('timeline-is-public')) return updates
  return [
    ...incident.timeline.map(({ at, what }) => ({ id: '', at: when(world.choice, at), body: what, byLabel: '' })),
    ...updates,
  ]
}
