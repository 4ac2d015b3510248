import { isObject } from '../../contract/json.ts'
import { liveRows } from '../rows.ts'
import type { Intent } from '../step.ts'
import { type Drawing, plainName } from './drawing.ts'

/** A plain body turned so that one particular rule, or one open point, is met. Undefined: not possible now. */
export interface Twist {
  readonly intent: Intent
  readonly body: (drawing: Drawing, plain: Readonly<Record<string, unknown>>) => unknown
}

const nameInUse = (entity: string): Twist => ({
  intent: 'exotic',
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

const otherKind: Twist = {
  intent: 'exotic',
  body: ({ sampler }, plain) => ({ ...plain, kind: sampler.pick(['http', 'tcp']) }),
}

export const TWISTS: Readonly<Record<string, readonly Twist[]>> = {
  createUptimeService: [nameInUse('UptimeService')],
  renameUptimeService: [nameInUse('UptimeService')],
  createMonitor: [unavailableVantage, intervalNotOffered, unknownReference('serviceId')],
  updateMonitor: [
    unavailableVantage,
    intervalNotOffered,
    otherKind,
    oneField(['name', 'enabled', 'timeoutMs', 'intervalSeconds', 'vantages', 'serviceId', 'downCondition']),
  ],
  updateSchedule: [oneField(['name', 'timezone', 'participants', 'handoff']), reversedParticipants()],
  updateEscalationPolicy: [oneField(['name', 'repeat', 'steps'])],
  createSchedule: [nameInUse('OncallSchedule')],
  createEscalationPolicy: [nameInUse('OncallEscalationPolicy')],
  createAlertSource: [unknownReference('serviceId')],
  openIncident: [unknownReference('serviceId')],
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
