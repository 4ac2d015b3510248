import { isObject } from '../../contract/json.ts'
import { liveRows } from '../rows.ts'
import type { Intent } from '../step.ts'
import { type Drawing, plainName } from './drawing.ts'
import { PLAIN_VALUES } from './plain-values.ts'

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

export const TWISTS: Readonly<Record<string, readonly Twist[]>> = {
  createUptimeService: [nameInUse('UptimeService')],
  renameUptimeService: [nameInUse('UptimeService')],
  createMonitor: [unavailableVantage, intervalNotOffered, unknownReference('serviceId')],
  updateMonitor: [
    unavailableVantage,
    intervalNotOffered,
    otherKind('http'),
    otherKind('tcp'),
    oneField(['name', 'enabled', 'timeoutMs', 'intervalSeconds', 'vantages', 'serviceId', 'downCondition']),
  ],
  updateSchedule: [oneField(['name', 'timezone', 'participants', 'handoff']), reversedParticipants()],
  updateEscalationPolicy: [oneField(['name', 'repeat', 'steps'])],
  createSchedule: [nameInUse('OncallSchedule')],
  createEscalationPolicy: [nameInUse('OncallEscalationPolicy')],
  createAlertSource: [unknownReference('serviceId')],
  openIncident: [unknownReference('serviceId'), longText('title')],
  createToken: [scopeOfRole, scopeBeyondSight],
  setServiceEscalationPolicy: [unknownReference('escalationPolicyId')],
  publishUpdate: [
    { intent: 'exotic', body: (drawing, plain) => ({ ...plain, byLabel: `forged-${plainName(drawing)}` }) },
  ],
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
