import { knownRecords, recordKey } from '../../../model/areas/email/queries/domains/dns-records.ts'
import { isSymbol } from '../../../model/world/fresh.ts'
import type { Rows } from '../../../model/world/rows.ts'
import { A_WHILE_LATER, type Fixture, type Fixtures } from '../../kit/fixture.ts'
import { newest, own } from '../../kit/own-rows.ts'
import { armedDomains, isArmed } from './domains/armed.ts'
import { plainMail, verifiedDomain } from './domains/sending.ts'

/** Its records are published and looked at. */
const verified: Fixture = {
  isThere: (drawing) => verifiedDomain(drawing) !== undefined,
  prepare(drawing) {
    const domain = newest(drawing, 'EmailDomain')
    if (!domain) return { missing: 'EmailDomain' }
    if (Object.keys(domain.published).length === 0)
      return { event: 'dnsRecordPublished', body: { domain: domain.name } }
    return domain.forcedDue === undefined ? { operation: 'checkDomain' } : A_WHILE_LATER
  },
}

function isPublished(domain: Rows['EmailDomain']): boolean {
  const records = knownRecords(domain)
  const isThere = Object.keys(domain.published).length > 0
  return isThere && records.every((record) => recordKey(record) in domain.published)
}

/** It is armed, its records are published and looked at. */
const receiving: Fixture = {
  isThere: (drawing) => own(drawing, 'EmailDomain').some(({ receiveState }) => receiveState === 'verified'),
  prepare(drawing) {
    const domain = armedDomains(drawing).at(-1)
    if (!domain) return { missing: 'ArmedDomain' }
    if (!isPublished(domain)) return { event: 'dnsRecordPublished', body: { domain: domain.name } }
    return domain.forcedDue === undefined ? { operation: 'checkDomain' } : A_WHILE_LATER
  },
}

const message: Fixture = {
  prepare(drawing) {
    const domain = verifiedDomain(drawing)
    return domain ? { event: 'messageSent', body: plainMail(drawing, domain) } : { missing: 'VerifiedDomain' }
  },
  alone: true,
}

const delivery: Fixture = {
  prepare(drawing) {
    if (!newest(drawing, 'EmailWebhook')) return { missing: 'EmailWebhook' }
    // One that was never listed has no identifier that we know.
    const isUnlisted = own(drawing, 'EmailDelivery').some(({ id }) => isSymbol(id))
    return isUnlisted ? { operation: 'listDeliveries' } : message.prepare(drawing)
  },
  alone: true,
}

export const EMAIL_FIXTURES: Fixtures = {
  ArmedDomain: {
    isThere: (drawing) => armedDomains(drawing).length > 0,
    prepare: (drawing) =>
      newest(drawing, 'EmailDomain') ? { operation: 'armDomainReceiving' } : { missing: 'EmailDomain' },
  },
  UnarmedDomain: {
    isThere: (drawing) => own(drawing, 'EmailDomain').some((domain) => !isArmed(domain)),
    prepare: () => ({ operation: 'createDomain' }),
  },
  VerifiedDomain: verified,
  ReceivingDomain: receiving,
  EmailMessage: message,
  EmailDelivery: delivery,
}
