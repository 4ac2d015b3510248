import { statement } from '../../../rules/rule.ts'

export const patternsMatch = statement({
  id: 'email.patterns-match',
  says: 'A star at the end of a pattern matches any suffix; a pattern without one matches a whole local part.',
  checklist: ['EML-03'],
  where: 'Resources, EmailRoute',
  provenance: 'stated',
})

export const patternPerDomain = statement({
  id: 'email.pattern-per-domain',
  says: 'A pattern used on one domain can be used on others.',
  checklist: ['EML-03'],
  where: 'Endpoints, Email, row 5; Errors, Email routes POST',
  provenance: 'stated',
})
