import { statement } from '../../../rules/rule.ts'

const PERSONAL = {
  checklist: ['ONC-15'],
  where: 'Endpoints, On-call, operations 8 and 9',
  provenance: 'stated',
} as const

export const settingsPersonal = statement({
  ...PERSONAL,
  id: 'oncall.paging-personal',
  says: 'Paging settings belong to the authenticated user.',
})

export const defaultEmailAtOnce = statement({
  ...PERSONAL,
  id: 'oncall.paging-default',
  says: 'A user without paging settings is paged by email immediately.',
})

export const emailFromSession = statement({
  ...PERSONAL,
  id: 'oncall.paging-email-from-session',
  says: 'The email address of paging settings comes from the session, whatever the body says.',
})
