import type { components } from '../../../../../contract/generated/side-doors.ts'
import type { RequestBody } from '../../../../request/operation-types.ts'
import { shownMs } from '../../../../values/shown-time.ts'
import type { Reader } from '../../../../world/reader.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import type { DoorCaller, Effect } from '../../../area.ts'
import type { AlertSourceRow } from '../../state/index.ts'
import { type ReportedAlert, takeFiring, takeResolved } from './alerts.ts'

type Notification = RequestBody<'receiveAlerts'>
type Alert = components['schemas']['AlertmanagerAlert']

/** The alert source whose bearer token came with the request (Authentication, point 6). */
export const sender: DoorCaller = (reader, { credential, parameters }) => {
  if (credential === undefined) return undefined
  const [source] = reader.oldest('OncallAlertSource', 'token', credential)
  if (source?.id !== parameters.id || !source) return undefined
  const { id, name, org } = source
  return { userId: id, label: name, email: '', org, role: '', permissions: [], scope: undefined }
}

/** Takes what Alertmanager posts, alert by alert. */
export const receiveAlerts: Effect<'receiveAlerts'> = (context) => {
  const source = context.the('OncallAlertSource')
  const { alerts } = context.body
  touch(
    context,
    source,
    alerts.some(({ status }) => status === 'firing'),
  )
  for (const alert of alerts) {
    const reported = reportedAlert(context, source, context.body, alert)
    if (alert.status === 'firing') takeFiring(context, reported)
    else takeResolved(context, { ...reported, endsMs: instantTold(alert.endsAt) })
  }
  return undefined
}

/** Moves lastEventAt of a source, where this delivery counts; answers whether it did. */
export function touch(context: Transaction, source: AlertSourceRow, firing: boolean, atMs = context.nowMs): boolean {
  const counts = context.gap('oncall.last-event-counts')
  if (counts === 'none' || (counts === 'firing-only' && !firing)) return false
  // A delivery reported later does not take back a more recent one.
  if (source.lastEventAt !== undefined && atMs < shownMs(source.lastEventAt)) return false
  context.put('OncallAlertSource', { ...source, lastEventAt: context.fresh.time(atMs) })
  return true
}

function reportedAlert(
  context: Reader,
  { org, serviceId }: AlertSourceRow,
  { groupKey }: Notification,
  alert: Alert,
): ReportedAlert {
  const { labels, annotations = {}, startsAt } = alert
  // Without a fingerprint, also an empty one, the labels say which alert it is.
  const identity = alert.fingerprint || JSON.stringify(Object.entries(labels).sort())
  const { alertname = identity } = labels
  const titles = { summary: annotations.summary, alertname, 'group-key': groupKey }
  const title = titles[context.gap('oncall.alert-incident-title')] ?? alertname
  return {
    org,
    serviceId,
    identity,
    fingerprint: identity,
    title,
    labels,
    annotations,
    startsMs: instantTold(startsAt),
  }
}

/** The instant of a time that Alertmanager tells; its zero time, and what is none, tells nothing. */
function instantTold(text: string | undefined): number | undefined {
  const atMs = text === undefined ? Number.NaN : shownMs(text)
  return atMs > 0 ? atMs : undefined
}
