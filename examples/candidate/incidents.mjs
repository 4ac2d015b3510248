import { refuse } from './errors.mjs'
import { showDetail } from './incident-detail.mjs'
import { changeStatus, firingCount, openIncident } from './incident-life.mjs'
import { known, referred } from './lookup.mjs'
import { when } from './values.mjs'

const LIST_CAP = 100

/** Incidents: list, open by hand, read, acknowledge, resolve. */
export const incidentHandlers = {
  listIncidents(ctx) {
    const wanted = readStatuses(ctx)
    const cap = ctx.fault('incident-cap-missing') ? Infinity : LIST_CAP
    const { history } = ctx.org
    const found = []
    for (let i = history.length - 1; i >= 0 && found.length < cap; i -= 1)
      if (wanted.includes(history[i].status)) found.push(history[i])
    if (ctx.fault('incidents-oldest-first')) found.reverse()
    const incidents = found.map((incident) => showIncident(ctx, incident))
    if (ctx.fault('listed-title-cut')) for (const incident of incidents) incident.title = incident.title.slice(0, 24)
    return { incidents }
  },

  openIncident(ctx) {
    const { check, org, world } = ctx
    const body = check.object(ctx.body, 'incident', ['serviceId', 'title', 'description'])
    const service = referred(ctx, org.services, body.serviceId, 'serviceId')
    const title = check.text(body.title, 'title')
    const description = check.optional(body, 'description', check.string)
    const incident = openIncident(world, org, service, { title, description, manual: true, by: ctx.user }, ctx.now)
    const shown = showIncident(ctx, incident)
    if (ctx.fault('service-name-missing')) delete shown.serviceName
    return shown
  },

  getIncident(ctx) {
    const orgs = ctx.fault('other-org-incident-read') ? [...ctx.world.orgs.values()] : [ctx.org]
    const org = orgs.find((one) => one.incidents.has(ctx.params.id)) ?? ctx.org
    const incident = known(ctx, org.incidents, ctx.params.id, 'incident')
    return showDetail(ctx.choice, incident, showIncident(ctx, incident))
  },

  acknowledge(ctx) {
    const { choice, now } = ctx
    const incident = known(ctx, ctx.org.incidents, ctx.params.id, 'incident')
    if (incident.status === 'resolved' && !ctx.fault('acknowledge-revives-resolved')) {
      refuse(choice.acknowledgeResolved, 'the incident is resolved')
    }
    if (incident.status === 'acknowledged') {
      if (choice.repeatedAcknowledge !== 'unchanged') refuse(choice.repeatedAcknowledge, 'already acknowledged')
      return showIncident(ctx, incident)
    }
    changeStatus(ctx.org, incident, 'acknowledged', now, ctx.user)
    if (!ctx.fault('acknowledge-time-missing')) incident.acknowledgedAt = now
    return showIncident(ctx, incident)
  },

  resolve(ctx) {
    const { choice, now } = ctx
    const incident = known(ctx, ctx.org.incidents, ctx.params.id, 'incident')
    if (incident.status === 'resolved') {
      if (choice.repeatedResolve !== 'unchanged') refuse(choice.repeatedResolve, 'already resolved')
      return showIncident(ctx, incident)
    }
    changeStatus(ctx.org, incident, 'resolved', now, ctx.user)
    incident.resolvedAt = ctx.fault('resolve-time-missing') ? undefined : now
    return showIncident(ctx, incident)
  },
}

/** The statuses a list request asks for. Without a filter: the working set. */
function readStatuses(ctx) {
  const { choice, query } = ctx
  const filter = query.get('status')
  const working = ctx.fault('working-set-has-resolved')
    ? ['open', 'acknowledged', 'resolved']
    : ['open', 'acknowledged']
  if (filter === null || (filter === '' && choice.emptyStatusFilter === 'none')) return working
  if (!choice.statusFilters.includes(filter)) {
    return choice.unknownStatusFilter === 'empty'
      ? []
      : ctx.check.bad(`status: one of ${choice.statusFilters.join(', ')}`)
  }
  return filter === 'all' ? ['open', 'acknowledged', 'resolved'] : [filter]
}

/** An OncallIncident. */
export function showIncident(ctx, incident) {
  const { choice } = ctx
  const firing = firingCount(choice, incident)
  const moment = (ms) => (ms === undefined ? undefined : when(choice, ms))
  return {
    id: incident.id,
    serviceId: incident.service.id,
    serviceName: incident.service.name,
    title: incident.title,
    status: ctx.fault('status-word-changed') && incident.status === 'acknowledged' ? 'acked' : incident.status,
    openedAt: when(choice, incident.openedAt),
    acknowledgedAt: moment(incident.acknowledgedAt),
    resolvedAt: moment(incident.resolvedAt),
    firingAlerts: ctx.fault('firing-count-as-string') ? String(firing) : firing,
    openedByHand: choice.extraIncidentFields ? incident.manual : undefined,
  }
}
