import { statement } from '../../../rules/rule.ts'

const PUBLIC = {
  checklist: ['ONC-07'],
  where: 'Endpoints, On-call, operations 21 and 25',
  provenance: 'stated',
} as const

export const publishWhenResolved = statement({
  ...PUBLIC,
  id: 'oncall.update-of-resolved-incident',
  says: 'A public update can also be published for a resolved incident.',
  where: 'States, incident table, row 5',
})

export const firstUpdateShows = statement({
  ...PUBLIC,
  id: 'oncall.first-update-shows',
  says: 'An incident is on the status pages of its service from its first public update on, and not before.',
})

export const lastRetractionHides = statement({
  ...PUBLIC,
  id: 'oncall.last-retraction-hides',
  says: 'An incident whose last public update is retracted is on no status page.',
})

export const retractionDeletes = statement({
  ...PUBLIC,
  id: 'oncall.retraction-deletes',
  says: 'A retracted update is removed from the status page.',
})

export const authorFromSession = statement({
  ...PUBLIC,
  id: 'oncall.author-from-session',
  says: "The label of an update's author comes from the session, whatever the body says.",
})

export const timelinePrivate = statement({
  ...PUBLIC,
  id: 'oncall.timeline-private',
  says: 'The internal timeline is never shown on a status page.',
})
