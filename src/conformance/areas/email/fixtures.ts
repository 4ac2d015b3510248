import { knownRecords, recordKey } from '../../../model/areas/email/queries/domains/dns-records.ts'
import { isSymbol } from '../../../model/world/fresh.ts'
import type { Rows } from '../../../model/world/rows.ts'
import type { Drawing } from '../../kit/drawing.ts'
import { A_WHILE_LATER, type Fixture, type Fixtures, type Preparation } from '../../kit/fixture.ts'
import { knownChoice } from '../../kit/known-choice.ts'
import { newest, own } from '../../kit/own-rows.ts'
import { armedDomains, isArmed } from './domains/armed.ts'
import { plainMail, verifiedDomain } from './domains/sending.ts'

type Domain = Rows['EmailDomain']

const about = ({ id }: Domain) => ({ parameters: { id } })
const publishing = ({ name }: Domain): Preparation => ({ event: 'dnsRecordPublished', body: { domain: name } })
/** A pass over its records: asked for, or waited for. */
const looking = (domain: Domain): Preparation =>
  domain.forcedDue === undefined ? { operation: 'checkDomain', ...about(domain) } : A_WHILE_LATER

/** Its records are published and looked at. */
const towardsSending = (domain: Domain): Preparation =>
  Object.keys(domain.published).length === 0 ? publishing(domain) : looking(domain)

const verified: Fixture = {
  isThere: (drawing) => verifiedDomain(drawing) !== undefined,
  prepare(drawing) {
    const domain = newest(drawing, 'EmailDomain')
    return domain ? towardsSending(domain) : { missing: 'EmailDomain' }
  },
}

function isPublished(domain: Domain): boolean {
  const records = knownRecords(domain)
  const isThere = Object.keys(domain.published).length > 0
  return isThere && records.every((record) => recordKey(record) in domain.published)
}

/** True if a domain has to be verified for sending first (Endpoints, Email, row 13 does not say). */
const isArmedLater = ({ contract, shadow }: Drawing): boolean =>
  knownChoice(contract, shadow.learned, 'email.arm-before-send') === 'refuse'

/** It is armed, once it may be. */
function towardsArmed(drawing: Drawing, domain: Domain): Preparation {
  return isArmedLater(drawing) && domain.sendState !== 'verified'
    ? towardsSending(domain)
    : { operation: 'armDomainReceiving', ...about(domain) }
}

/** It is armed, its records are published and looked at. */
function towardsReceiving(drawing: Drawing, domain: Domain): Preparation {
  if (!isArmed(domain)) return towardsArmed(drawing, domain)
  return isPublished(domain) ? looking(domain) : publishing(domain)
}

const receives = ({ receiveState }: Domain): boolean => receiveState === 'verified'

const receiving: Fixture = {
  isThere: (drawing) => own(drawing, 'EmailDomain').some(receives),
  prepare(drawing) {
    const domain = armedDomains(drawing).at(-1)
    return domain ? towardsReceiving(drawing, domain) : { missing: 'ArmedDomain' }
  },
}

/** The newest domain receives, in every reading of armed. */
const newestReceives: Fixture = {
  isThere(drawing) {
    const domain = newest(drawing, 'EmailDomain')
    return domain !== undefined && receives(domain)
  },
  prepare(drawing) {
    const domain = newest(drawing, 'EmailDomain')
    return domain ? towardsReceiving(drawing, domain) : { missing: 'EmailDomain' }
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
    prepare(drawing) {
      const domain = newest(drawing, 'EmailDomain')
      if (!domain) return { missing: 'EmailDomain' }
      return isArmedLater(drawing) ? towardsArmed(drawing, domain) : { operation: 'armDomainReceiving' }
    },
  },
  UnarmedDomain: {
    isThere: (drawing) => own(drawing, 'EmailDomain').some((domain) => !isArmed(domain)),
    prepare: () => ({ operation: 'createDomain' }),
  },
  VerifiedDomain: verified,
  ReceivingDomain: receiving,
  NewestReceives: newestReceives,
  EmailMessage: message,
  EmailDelivery: delivery,
}
