import { statement } from '../../../rules/rule.ts'

export const keySecretOnce = statement({
  id: 'email.key-secret-once',
  says: 'The secret of a send key is shown only in the response that creates it.',
  checklist: ['EML-02', 'GEN-06'],
  where: 'Endpoints, Email, rows 1 and 2',
  provenance: 'stated',
})

export const keyOrgWide = statement({
  id: 'email.key-org-wide',
  says: 'A key without domains can send for the whole organization.',
  checklist: ['EML-02'],
  where: 'Endpoints, Email, row 2',
  provenance: 'stated',
})

export const keyDomainsShown = statement({
  id: 'email.key-domains-shown',
  says: 'A key shows the domains it was created for.',
  checklist: ['EML-02'],
  where: 'Endpoints, Email, row 2; Resources, EmailSendKey',
  provenance: 'stated',
})
