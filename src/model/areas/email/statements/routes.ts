import { statement } from '../../../rules/rule.ts'

export const patternsMatch = statement({
  id: 'email.patterns-match',
  says: 'A star at the end of a pattern stands for whatever follows; a pattern without one is a whole local part.',
  checklist: ['EML-03'],
  where: 'Resources, EmailRoute',
  provenance: 'stated',
})

export const patternPerDomain = statement({
  id: 'email.pattern-per-domain',
  says: 'A pattern of one domain is free on every other.',
  checklist: ['EML-03'],
  where: 'Endpoints, Email, row 5; Errors, Email routes POST',
  provenance: 'stated',
})
