import type { Row } from '../../../table/table.ts'

export interface AlertRow extends Row {
  readonly incidentId: string
  readonly serviceId: string
  /** The identity of the alert within its service. */
  readonly identity: string
  readonly fingerprint: string
  /** The name by which timelines call it; alerts of worlds that were saved earlier have none. */
  readonly title?: string
  readonly status: 'firing' | 'resolved'
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly startsAt: string
  /** The same instant, to the millisecond: it tells an alert from the next. Those of worlds that were saved earlier have none. */
  readonly startsMs?: number | undefined
  readonly endsAt: string | undefined
}

export interface AlertSourceRow extends Row {
  readonly name: string
  readonly serviceId: string
  readonly createdAt: string
  readonly lastEventAt: string | undefined
  readonly token: string
  readonly revoked: boolean
}
