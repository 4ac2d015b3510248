import type { components } from '../../../../contract/generated/api.ts'
import type { Reader } from '../../../world/reader.ts'
import type { AlertSourceRow, IncidentRow, OverrideRow, PolicyRow, ServiceRow, UpdateRow } from '../state/index.ts'
import { tokenOnce } from '../statements/alerts.ts'
import { servicesCounted } from '../statements/policies.ts'
import { firingShown } from './firing.ts'

type Schemas = components['schemas']

export function incidentView(context: Reader, incident: IncidentRow): Schemas['OncallIncident'] {
  const { id, serviceId, serviceName, title, status, openedAt, acknowledgedAt, resolvedAt, description } = incident
  return {
    id,
    serviceId,
    serviceName,
    title,
    status,
    openedAt,
    ...(acknowledgedAt !== undefined && { acknowledgedAt }),
    ...(resolvedAt !== undefined && { resolvedAt }),
    firingAlerts: firingShown(context, incident),
    ...(description !== undefined && context.gap('oncall.description-place') === 'incident' && { description }),
  }
}

export function serviceView(
  context: Reader,
  { id, name, createdAt, escalationPolicyId }: ServiceRow,
): Schemas['OncallService'] {
  const known = { id, name, createdAt }
  if (escalationPolicyId !== undefined) return { ...known, escalationPolicyId }
  return context.gap('oncall.detached-policy-shown') === 'null' ? { ...known, escalationPolicyId: null } : known
}

export const overrideView = ({ id, userId, label, startsAt, endsAt }: OverrideRow): Schemas['OncallOverride'] => ({
  id,
  userId,
  label,
  startsAt,
  endsAt,
})

export function policyView(context: Reader, policy: PolicyRow): Schemas['OncallEscalationPolicy'] {
  const { org, id, name, repeat, steps, createdAt } = policy
  const attached = [...context.oldest('OncallService', 'policy', org, id)].length
  context.cite(servicesCounted)
  return { id, name, repeat, steps: [...steps], services: attached, createdAt }
}

export const updateView = ({ id, at, body, byLabel }: UpdateRow): Schemas['PublicUpdate'] => ({ id, at, body, byLabel })

export function sourceView(context: Reader, source: AlertSourceRow): Schemas['OncallAlertSource'] {
  const { id, name, serviceId, createdAt, lastEventAt = context.fill('oncall.never-event') } = source
  context.cite(tokenOnce)
  return { id, name, serviceId, createdAt, lastEventAt }
}
