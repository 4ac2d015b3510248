import type { Transaction } from '../../../../world/transaction.ts'
import { firingNow } from '../../queries/firing.ts'
import type { IncidentRow } from '../../state/index.ts'
import {
  manualStaysOpen,
  opensAsOpen,
  opensUnmarked,
  resolveIsTimed,
  resolveMoves,
} from '../../statements/incidents.ts'
import { callOff } from '../paging/waiting.ts'
import { startWalk } from '../paging/walk.ts'
import { note } from '../timeline.ts'

export const AUTO_RESOLVE = 'oncall.auto-resolve'

interface Opening {
  readonly org: string
  readonly serviceId: string
  readonly title: string
  readonly description?: string | undefined
  /** The person who opens it; an alert otherwise. */
  readonly byLabel?: string
}

/** Opens an incident and sends it on its way through the escalation steps. */
export function beginIncident(context: Transaction, opening: Opening): IncidentRow {
  const { org, serviceId, title, description, byLabel } = opening
  const service = context.get('OncallService', org, serviceId)
  context.cite(opensAsOpen)
  context.cite(opensUnmarked)
  const incident = context.put('OncallIncident', {
    id: context.fresh.id('OncallIncident'),
    org,
    seq: context.serial(),
    serviceId,
    serviceName: service?.name ?? context.fill('oncall.unknown-service-name'),
    title,
    description,
    status: 'open',
    openedAt: context.fresh.time(context.nowMs),
    openedAtMs: context.nowMs,
    acknowledgedAt: undefined,
    resolvedAt: undefined,
    resolvedAtMs: undefined,
    acknowledgedBy: undefined,
    manual: byLabel !== undefined,
    firingAtEnd: 0,
    everPublished: false,
    resolutionDue: undefined,
  })
  note(context, incident, 'opened', { byLabel, detail: descriptionNoted(context, description) })
  startWalk(context, incident)
  if (byLabel !== undefined) context.cite(manualStaysOpen)
  return incident
}

function descriptionNoted(context: Transaction, description: string | undefined): string | undefined {
  return description !== undefined && context.gap('oncall.description-place') === 'timeline' ? description : undefined
}

/** Ends an incident, by a person or by itself. */
export function endIncident(context: Transaction, incident: IncidentRow, byLabel?: string): IncidentRow {
  const { acknowledgedAt } = incident
  const marked = acknowledgedAt === undefined && context.gap('oncall.resolve-sets-acknowledged') === 'set'
  note(context, incident, 'resolved', { byLabel })
  context.cite(resolveMoves)
  context.cite(resolveIsTimed)
  const ended = context.put('OncallIncident', {
    ...incident,
    status: 'resolved',
    acknowledgedAt: marked ? context.fresh.time(context.nowMs) : acknowledgedAt,
    resolvedAt: context.fresh.time(context.nowMs),
    resolvedAtMs: context.nowMs,
    firingAtEnd: firingNow(context, incident),
    resolutionDue: undefined,
  })
  callOff(context, ended)
  return ended
}

/** Resolves an incident unless one of its alerts fires again in the meantime. */
export function resolveLater(context: Transaction, incident: IncidentRow): IncidentRow {
  const atMs = context.nowMs + context.gap('oncall.auto-resolve-delay') * 1000
  const resolutionDue = context.schedule(AUTO_RESOLVE, atMs, { org: incident.org, incident: incident.id })
  return context.put('OncallIncident', { ...incident, resolutionDue })
}
