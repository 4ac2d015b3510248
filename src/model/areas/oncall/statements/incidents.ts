import { statement } from '../../../rules/rule.ts'

export const opensAsOpen = statement({
  id: 'oncall.opens-as-open',
  says: 'A new incident is open.',
  checklist: ['ONC-01'],
  where: 'States, incident table, row 1',
  provenance: 'stated',
})

export const opensUnmarked = statement({
  id: 'oncall.opens-unmarked',
  says: 'A new incident has neither acknowledgedAt nor resolvedAt.',
  checklist: ['ONC-01'],
  where: 'Resources, OncallIncident; States, incident table',
  provenance: 'implied',
})

export const manualStaysOpen = statement({
  id: 'oncall.manual-stays-open',
  says: 'A manual incident without alerts never resolves by itself.',
  checklist: ['ONC-01'],
  where: 'States, incident table, row 1',
  provenance: 'stated',
})

export const acknowledgeMoves = statement({
  id: 'oncall.acknowledge-moves',
  says: 'Acknowledging an open incident makes it acknowledged.',
  checklist: ['ONC-02'],
  where: 'States, incident table, row 2',
  provenance: 'stated',
})

export const acknowledgeIsTimed = statement({
  id: 'oncall.acknowledge-is-timed',
  says: 'Acknowledging sets acknowledgedAt.',
  checklist: ['ONC-02'],
  where: 'States, incident table, row 2',
  provenance: 'stated',
})

export const acknowledgeIsMarked = statement({
  id: 'oncall.acknowledge-is-marked',
  says: 'An acknowledgement shows the user who made it.',
  checklist: ['ONC-20'],
  where: 'States, incident table, row 2',
  provenance: 'stated',
})

export const resolveMoves = statement({
  id: 'oncall.resolve-moves',
  says: 'Resolving an open or acknowledged incident makes it resolved.',
  checklist: ['ONC-03'],
  where: 'States, incident table, row 3',
  provenance: 'stated',
})

export const resolveIsTimed = statement({
  id: 'oncall.resolve-is-timed',
  says: 'Resolving sets resolvedAt.',
  checklist: ['ONC-03'],
  where: 'States, incident table, row 3',
  provenance: 'stated',
})

export const resolvedIsFinal = statement({
  id: 'oncall.resolved-is-final',
  says: 'A resolved incident never changes its status.',
  checklist: ['ONC-03'],
  where: 'States, incident table, row 3',
  provenance: 'stated',
})
