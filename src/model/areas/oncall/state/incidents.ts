import type { components } from '../../../../contract/generated/api.ts'
import type { Row } from '../../../table/table.ts'
import type { Person } from './schedules.ts'

type Schemas = components['schemas']

export type IncidentStatus = Schemas['OncallIncident']['status']

export interface IncidentRow extends Row {
  readonly serviceId: string
  readonly serviceName: string
  readonly title: string
  readonly description: string | undefined
  readonly status: IncidentStatus
  readonly openedAt: string
  /** The same instant; incidents of worlds that were saved earlier have none. */
  readonly openedAtMs?: number | undefined
  readonly acknowledgedAt: string | undefined
  readonly resolvedAt: string | undefined
  readonly resolvedAtMs: number | undefined
  readonly acknowledgedBy: Person | undefined
  /** Opened by a person, not by an alert. */
  readonly manual: boolean
  /** The number of alerts that were firing when it was resolved. */
  readonly firingAtEnd: number
  readonly everPublished: boolean
  /** The timer that will resolve it, while none of its alerts fires. */
  readonly resolutionDue: string | undefined
}

export type TimelineKind =
  | 'opened'
  | 'alertAttached'
  | 'alertResolved'
  | 'paged'
  | 'pageFailed'
  | 'acknowledged'
  | 'resolved'
  | 'updatePublished'
  | 'updateRetracted'

export interface TimelineRow extends Row {
  readonly incidentId: string
  readonly at: string
  /** The same instant; entries of worlds that were saved earlier have none. */
  readonly atMs?: number | undefined
  readonly kind: TimelineKind
  readonly byLabel: string | undefined
  readonly detail: string | undefined
}

export interface UpdateRow extends Row {
  readonly incidentId: string
  readonly at: string
  readonly body: string
  readonly byLabel: string
}
