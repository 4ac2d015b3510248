import type { TimerContext } from '../../request/contexts.ts'
import type { TimerEffect } from '../area.ts'
import { AUTO_RESOLVE, endIncident } from './effects/incidents/incident-life.ts'
import { PAGE, sendPage } from './effects/paging/pages.ts'
import { ESCALATION_STEP, walkFrom } from './effects/paging/walk.ts'
import { firingNow } from './queries/firing.ts'
import type { Channel, IncidentRow } from './state/index.ts'

/** The timers of the area, each for one incident. */
export const TIMERS: Readonly<Record<string, TimerEffect>> = {
  [ESCALATION_STEP]: (context) => {
    const incident = incidentOf(context)
    if (incident) walkFrom(context, incident, Number(context.data.position), true)
  },
  [PAGE]: (context) => {
    const incident = incidentOf(context)
    // Acknowledged while this notification was delayed: a gap decides.
    if (!incident || (incident.status !== 'open' && context.gap('oncall.pending-pages') === 'cancel')) return
    const { userId, channel, step, round } = context.data
    const left = !context.get('Membership', context.org, String(userId))
    if (left && context.gap('oncall.departed-responders') === 'pass-over') return
    const page = { userId: String(userId), step: Number(step), round: Number(round) }
    sendPage(context, incident, { ...page, channel: channelOf(channel) })
  },
  [AUTO_RESOLVE]: (context) => {
    const incident = incidentOf(context)
    if (incident && incident.status !== 'resolved' && firingNow(context, incident) === 0) endIncident(context, incident)
  },
}

const incidentOf = (context: TimerContext): IncidentRow | undefined =>
  context.get('OncallIncident', context.org, String(context.data.incident))

const channelOf = (channel: unknown): Channel => (channel === 'sms' || channel === 'voice' ? channel : 'email')
