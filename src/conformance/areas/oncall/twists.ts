import { plainName } from '../../kit/drawing.ts'
import { anyOwn } from '../../kit/own-rows.ts'
import { nameAlone, nameInUse, oneField, type Twist, type Twists, unknownReference } from '../../kit/twist.ts'
import { SOME_PHONE } from './phones/some-phone.ts'

/** Reordering participants shifts the rotation (On-call 7). */
const reversedParticipants: Twist = {
  intent: 'plain',
  body: (drawing) => {
    const schedule = anyOwn(drawing, 'OncallSchedule')
    return schedule && { participants: schedule.participants.toReversed() }
  },
}

/** Longer than most columns of a page, shorter than any limit. */
const longTitle: Twist = {
  intent: 'exotic',
  body: (drawing, plain) => ({ ...plain, title: `${plainName(drawing)} ${'and so on '.repeat(8)}`.trim() }),
}

/** A field that only the server sets. */
const forged = (field: string, value: (name: string) => string): Twist => ({
  intent: 'exotic',
  body: (drawing, plain) => ({ ...plain, [field]: value(plainName(drawing)) }),
})

/** By telephone, which takes a number and the organization's provider (On-call 9). The number may be one that is not called. */
const byTelephone = (channel: string): Twist => ({
  intent: 'exotic',
  needs: 'ConfiguredProvider',
  body: ({ vocabulary: { phone = SOME_PHONE }, next }, plain) => ({
    ...plain,
    phone,
    rules: [{ channel, delaySeconds: next() }],
  }),
})

export const ONCALL_TWISTS: Twists = {
  createSchedule: [nameInUse('OncallSchedule')],
  updateSchedule: [nameAlone, oneField(['name', 'timezone', 'participants', 'handoff']), reversedParticipants],
  createEscalationPolicy: [nameInUse('OncallEscalationPolicy')],
  updateEscalationPolicy: [nameAlone, oneField(['name', 'repeat', 'steps'])],
  setServiceEscalationPolicy: [unknownReference('escalationPolicyId')],
  createAlertSource: [unknownReference('serviceId')],
  openIncident: [unknownReference('serviceId'), longTitle],
  publishUpdate: [forged('byLabel', (name) => `forged-${name}`)],
  savePagingSettings: [forged('email', (name) => `${name}@forged.example`), byTelephone('sms'), byTelephone('voice')],
}
