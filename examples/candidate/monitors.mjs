import { isDeepStrictEqual } from 'node:util'
import { refuse } from './errors.mjs'
import { readMonitor } from './monitor-input.mjs'
import { ordered, when } from './values.mjs'

/** Uptime monitors: settings and their life. */
export const monitorHandlers = {
  listMonitors(ctx) {
    const { org, choice } = ctx
    let monitors = ordered(org.monitors.values(), choice.monitorOrder)
    if (ctx.fault('deleted-monitor-listed')) monitors = [...monitors, ...org.deletedMonitors.values()]
    return {
      monitors: monitors
        .filter((monitor) => ctx.sees(monitor.id, monitor.serviceId))
        .map((monitor) => showMonitor(ctx, monitor)),
    }
  },

  createMonitor(ctx) {
    const { org, world, now } = ctx
    const settings = readMonitor(ctx)
    const monitor = {
      id: world.newId(),
      ...settings,
      createdAt: now,
      updatedAt: now,
      state: 'pending',
      stateSince: now,
      transitions: [],
      failures: [],
      samples: [],
      /** Vantage -> failures in a row; present once it has reported. */
      streaks: new Map(),
      metricsDown: false,
    }
    org.monitors.set(monitor.id, monitor)
    recount(org, undefined, monitor.serviceId)
    return showMonitor(ctx, monitor)
  },

  getMonitor(ctx) {
    if (ctx.fault('other-org-monitor-read')) {
      const org = [...ctx.world.orgs.values()].find((one) => one.monitors.has(ctx.params.id))
      if (org) return showMonitor(ctx, org.monitors.get(ctx.params.id))
    }
    if (ctx.fault('deleted-monitor-read') && ctx.org.deletedMonitors.has(ctx.params.id)) {
      return showMonitor(ctx, ctx.org.deletedMonitors.get(ctx.params.id))
    }
    return showMonitor(ctx, findMonitor(ctx))
  },

  updateMonitor(ctx) {
    const { org, choice, now } = ctx
    const monitor = findMonitor(ctx)
    const before = showMonitor(ctx, monitor)
    const settings = readMonitor(ctx, monitor)
    if (ctx.fault('patch-resets-enabled') && ctx.body.enabled === undefined) settings.enabled = choice.defaultEnabled
    recount(org, monitor.serviceId, settings.serviceId)
    Object.assign(monitor, settings)
    for (const vantage of monitor.streaks.keys())
      if (!monitor.vantages.includes(vantage)) monitor.streaks.delete(vantage)
    const changed = !isDeepStrictEqual(before, showMonitor(ctx, monitor))
    if (changed || choice.updatedAtMoves === 'always') monitor.updatedAt = now
    return ctx.fault('patch-answers-old') ? before : showMonitor(ctx, monitor)
  },

  deleteMonitor(ctx) {
    const { org, choice } = ctx
    if (org.deletedMonitors.has(ctx.params.id) && choice.deleteMonitorTwice === 204) return undefined
    const monitor = findMonitor(ctx)
    org.monitors.delete(monitor.id)
    org.deletedMonitors.set(monitor.id, monitor)
    if (!ctx.fault('monitor-count-stale')) recount(org, monitor.serviceId, undefined)
    return undefined
  },
}

/** The live monitor of the path. */
export function findMonitor(ctx) {
  const monitor = ctx.org.monitors.get(ctx.params.id) ?? refuse(404, 'unknown monitor')
  return seen(ctx, monitor)
}

/** The monitor whose history the path asks for; a deleted one where the variant says so. */
export function findHistory(ctx) {
  const gone = ctx.choice.deletedHistory === 'kept' ? ctx.org.deletedMonitors.get(ctx.params.id) : undefined
  return gone ? seen(ctx, gone) : findMonitor(ctx)
}

function seen(ctx, monitor) {
  if (!ctx.sees(monitor.id, monitor.serviceId))
    refuse(ctx.choice.unseenResource, 'the token does not reach this monitor')
  return monitor
}

/** Keeps the live counts of services when a monitor moves between them. */
function recount(org, from, to) {
  const before = org.uptimeServices.get(from)
  const after = org.uptimeServices.get(to)
  if (before) before.monitors -= 1
  if (after) after.monitors += 1
}

/** An UptimeMonitor. */
export function showMonitor(ctx, monitor) {
  const { choice } = ctx
  const hidden = monitor.state === 'pending' && choice.firstState === 'absent'
  return {
    id: monitor.id,
    name: monitor.name,
    serviceId: monitor.serviceId,
    enabled: monitor.enabled,
    intervalSeconds: ctx.fault('interval-as-string') ? String(monitor.intervalSeconds) : monitor.intervalSeconds,
    vantages: monitor.vantages,
    timeoutMs: monitor.timeoutMs,
    downCondition: monitor.downCondition,
    kind: monitor.kind,
    state: hidden ? undefined : monitor.state,
    stateSince: hidden ? undefined : when(choice, monitor.stateSince),
    createdAt: when(choice, monitor.createdAt),
    updatedAt: when(choice, monitor.updatedAt),
    http: monitor.http,
    tcp: monitor.tcp,
  }
}
