import { statement } from '../../../rules/rule.ts'

export const orderShifts = statement({
  id: 'oncall.participant-order',
  says: 'The rotation follows the order of the participants; reordering them changes it.',
  checklist: ['ONC-09'],
  where: 'Endpoints, On-call, operation 7',
  provenance: 'stated',
})

export const schedulePatchOnlyNamed = statement({
  id: 'oncall.schedule-patch-only-named',
  says: 'Updating a schedule changes only the given fields.',
  checklist: ['ONC-09'],
  where: 'Endpoints, On-call, operation 14; Conventions',
  provenance: 'stated',
})

const ON_CALL = {
  checklist: ['ONC-10'],
  where: 'Endpoints, On-call, operations 5 and 7',
  provenance: 'stated',
} as const

export const onCallAtRead = statement({
  ...ON_CALL,
  id: 'oncall.on-call-at-read',
  says: 'Who is on call is computed when a schedule is read.',
})

export const rotationInZone = statement({
  ...ON_CALL,
  id: 'oncall.rotation-in-zone',
  says: "Handoffs happen at their time in the schedule's time zone.",
})
