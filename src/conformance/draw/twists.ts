import { isObject } from '../../contract/json.ts'
import { liveRows } from '../shadow/rows.ts'
import type { Intent } from '../step/step.ts'
import { type Drawing, plainName } from './drawing.ts'
import { armedDomains, PLAIN_VALUES } from './plain-values.ts'

/** A plain body turned so that one particular rule, or one open point, is met. Undefined: not possible now. */
export interface Twist {
  readonly intent: Intent
  /** A thing of this entity has to be there. */
  readonly needs?: string
  readonly body: (drawing: Drawing, plain: Readonly<Record<string, unknown>>) => unknown
}

const nameInUse = (entity: string): Twist => ({
  intent: 'exotic',
  needs: entity,
  body: ({ shadow, org, sampler }, plain) => {
    const row = sampler.pick(liveRows(shadow.world, entity, org))
    return row && 'name' in row ? { ...plain, name: row.name } : undefined
  },
})

const unavailableVantage: Twist = {
  intent: 'broken',
  body: ({ shadow, org, sampler }, plain) => {
    const unavailable = liveRows(shadow.world, 'UptimeVantage', org).filter(
      (row) => !('available' in row && row.available),
    )
    const vantage = sampler.pick(unavailable)
    return vantage && { ...plain, vantages: [vantage.id] }
  },
}

const unknownVantage: Twist = {
  intent: 'broken',
  body: (drawing, plain) => ({ ...plain, vantages: [`no-such-${plainName(drawing)}`] }),
}

const intervalNotOffered: Twist = {
  intent: 'broken',
  body: ({ shadow, org }, plain) => {
    const offered = liveRows(shadow.world, 'UptimeInterval', org).map(({ id }) => Number(id))
    return offered.length > 0 ? { ...plain, intervalSeconds: Math.max(...offered) + 7 } : undefined
  },
}

/** By the letter only the named fields change; one field alone shows best whether the others stay. */
const oneField = (fields: readonly string[]): Twist => ({
  intent: 'plain',
  body: ({ sampler }, plain) => {
    const field = sampler.pick(fields.filter((name) => plain[name] !== undefined))
    return field && { [field]: plain[field] }
  },
})

/** What everything can be changed by, whatever else a drawn body has. */
const nameAlone: Twist = { intent: 'plain', body: (drawing) => ({ name: plainName(drawing) }) }

const unknownReference = (field: string): Twist => ({
  intent: 'exotic',
  body: (drawing, plain) => ({ ...plain, [field]: `no-such-${plainName(drawing)}` }),
})

/** With the check that would go with it: kind is immutable all the same (Endpoints, Uptime, row 10). */
const otherKind = (kind: 'http' | 'tcp'): Twist => ({
  intent: 'exotic',
  body: (drawing) => ({ kind, [kind]: PLAIN_VALUES[kind]?.(drawing) }),
})

/** Longer than most columns of a page, shorter than any limit. */
const longText = (field: string): Twist => ({
  intent: 'exotic',
  body: (drawing, plain) => ({ ...plain, [field]: `${plainName(drawing)} ${'and so on '.repeat(8)}`.trim() }),
})

/** A resource that the caller cannot see is no more acceptable than one that does not exist (Authentication, point 2). */
const scopeBeyondSight: Twist = {
  intent: 'broken',
  body: (drawing, plain) => {
    const role = drawing.sampler.pick(liveRows(drawing.shadow.world, 'IamRole', drawing.org))
    return role && { ...plain, scope: [{ role: role.id, resourceIds: [`no-such-${plainName(drawing)}`] }] }
  },
}

const scopeOfRole: Twist = {
  intent: 'exotic',
  body: ({ shadow, org, sampler }, plain) => {
    const role = sampler.pick(liveRows(shadow.world, 'IamRole', org))
    return role && { ...plain, scope: [{ role: role.id }] }
  },
}

/** A value that one of ours has already, where each is to have its own. */
const taken = (entity: string, field: string): Twist => ({
  intent: 'broken',
  needs: entity,
  body: ({ shadow, org, sampler }, plain) => {
    const row = sampler.pick(liveRows(shadow.world, entity, org)) as Readonly<Record<string, unknown>> | undefined
    return row?.[field] === undefined ? undefined : { ...plain, [field]: row[field] }
  },
})

/** The same pattern on the same domain: 409 (Errors, Email routes). */
const samePattern: Twist = {
  intent: 'broken',
  needs: 'EmailRoute',
  body: ({ shadow, org, sampler }, plain) => {
    const route = sampler.pick(liveRows(shadow.world, 'EmailRoute', org)) as unknown
    return isObject(route) ? { ...plain, domainId: route.domainId, pattern: route.pattern } : undefined
  },
}

/** Another domain may have the same pattern, and a route to the same endpoint. */
const samePatternElsewhere: Twist = {
  intent: 'plain',
  needs: 'EmailRoute',
  body: (drawing, plain) => {
    const route = drawing.sampler.pick(liveRows(drawing.shadow.world, 'EmailRoute', drawing.org)) as unknown
    const other = isObject(route) ? armedDomains(drawing).find(({ id }) => id !== route.domainId) : undefined
    return isObject(route) && other ? { ...plain, domainId: other.id, pattern: route.pattern } : undefined
  },
}

/** On a domain that does not receive: 409 (Errors, Email routes). */
const onUnarmed: Twist = {
  intent: 'broken',
  needs: 'UnarmedDomain',
  body: ({ shadow, org }, plain) => {
    const domain = liveRows(shadow.world, 'EmailDomain', org).find(
      (row) => 'receiveState' in row && row.receiveState === 'none',
    )
    return domain && { ...plain, domainId: domain.id }
  },
}

const refusedReference = (field: string): Twist => ({ ...unknownReference(field), intent: 'broken' })

/** Event types come from a fixed set (Endpoints, Email, row 22). */
const unheardOfEventType: Twist = {
  intent: 'broken',
  body: (drawing, plain) => ({ ...plain, eventTypes: [`no.such.${plainName(drawing)}`] }),
}

const namedDomains: Twist = {
  intent: 'plain',
  needs: 'EmailDomain',
  body: (drawing, plain) => ({ ...plain, domainIds: PLAIN_VALUES.domainIds?.(drawing) }),
}

export const TWISTS: Readonly<Record<string, readonly Twist[]>> = {
  createUptimeService: [nameInUse('UptimeService')],
  renameUptimeService: [nameInUse('UptimeService')],
  createMonitor: [unavailableVantage, unknownVantage, intervalNotOffered, unknownReference('serviceId')],
  updateMonitor: [
    unavailableVantage,
    unknownVantage,
    intervalNotOffered,
    otherKind('http'),
    otherKind('tcp'),
    nameAlone,
    oneField(['name', 'enabled', 'timeoutMs', 'intervalSeconds', 'vantages', 'serviceId', 'downCondition']),
  ],
  updateSchedule: [nameAlone, oneField(['name', 'timezone', 'participants', 'handoff']), reversedParticipants()],
  updateEscalationPolicy: [nameAlone, oneField(['name', 'repeat', 'steps'])],
  createSchedule: [nameInUse('OncallSchedule')],
  createEscalationPolicy: [nameInUse('OncallEscalationPolicy')],
  createAlertSource: [unknownReference('serviceId')],
  openIncident: [unknownReference('serviceId'), longText('title')],
  createToken: [scopeOfRole, scopeBeyondSight],
  setServiceEscalationPolicy: [unknownReference('escalationPolicyId')],
  publishUpdate: [
    { intent: 'exotic', body: (drawing, plain) => ({ ...plain, byLabel: `forged-${plainName(drawing)}` }) },
  ],
  createRoute: [
    samePattern,
    onUnarmed,
    refusedReference('domainId'),
    refusedReference('endpointId'),
    samePatternElsewhere,
  ],
  createWebhook: [unheardOfEventType],
  updateWebhook: [unheardOfEventType, oneField(['url', 'eventTypes', 'disabled'])],
  createSendKey: [namedDomains],
  createRegistry: [taken('Registry', 'slug')],
  createDomain: [taken('EmailDomain', 'name')],
  updateContacts: [oneField(['billingEmail', 'technicalEmail', 'securityEmail'])],
  savePagingSettings: [
    { intent: 'exotic', body: (drawing, plain) => ({ ...plain, email: `${plainName(drawing)}@forged.example` }) },
  ],
}

/** Reordering participants shifts the rotation (On-call 7). */
function reversedParticipants(): Twist {
  return {
    intent: 'plain',
    body: ({ shadow, org, sampler }) => {
      const row = sampler.pick(liveRows(shadow.world, 'OncallSchedule', org)) as unknown
      return isObject(row) && Array.isArray(row.participants)
        ? { participants: row.participants.toReversed() }
        : undefined
    },
  }
}
