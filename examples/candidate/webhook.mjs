import { alertFires, alertResolves } from './alerts.mjs'
import { bearerOf } from './auth.mjs'
import { refuse } from './errors.mjs'
import { hashOf } from './values.mjs'

/**
 * The inbound webhook of an alert source: an Alertmanager version 4 notification
 * with the source's own bearer token.
 */
export function receiveAlerts(ctx) {
  const { world, choice, params, now } = ctx
  const token = bearerOf(ctx.headers)
  const source = token && world.sourceTokens.get(hashOf(token))
  if (!source || (params.source !== undefined && params.source !== source.id))
    refuse(401, 'no such alert source, or it is revoked')
  const alerts = readNotification(ctx, ctx.readBody())
  const { org } = source
  const service = org.services.get(source.serviceId) ?? refuse(choice.sourceServiceGone, 'the service is gone')
  source.lastEventAt = now
  for (const alert of alerts) {
    if (alert.firing) alertFires(world, org, service, alert, now)
    else alertResolves(world, org, service, alert.fingerprint, now)
  }
  return { accepted: alerts.length }
}

/** Reads the alerts of a notification; refuses one that is not a notification. */
function readNotification(ctx, body) {
  const { check, choice } = ctx
  const notification = check.object(body, 'notification')
  if (choice.webhookVersionChecked) check.oneOf(notification.version, 'version', ['4'])
  return check.array(notification.alerts, 'alerts', (item, what) => {
    const alert = check.object(item, what)
    const status = check.oneOf(alert.status, `${what}.status`, ['firing', 'resolved'])
    const labels = readTexts(check, alert.labels, `${what}.labels`)
    const annotations =
      alert.annotations === undefined ? new Map() : readTexts(check, alert.annotations, `${what}.annotations`)
    const fingerprint = check.optional(alert, 'fingerprint', check.nonBlank) ?? JSON.stringify([...labels].sort())
    const startsAt = check.optional(alert, 'startsAt', check.string)
    const title = annotations.get('summary') || labels.get('alertname') || 'Alert'
    return { firing: status === 'firing', fingerprint, startsAt, title }
  })
}

/** @returns {Map<string, string>} */
function readTexts(check, value, what) {
  const entries = Object.entries(check.object(value, what))
  return new Map(entries.map(([key, text]) => [key, check.string(text, `${what}.${key}`)]))
}
