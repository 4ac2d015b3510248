import { MANAGERS, manages } from '../../../access/managers.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import { refusal } from '../../../rules/rule.ts'
import { isAddress, isTaken } from '../queries/addresses.ts'
import { askedContacts } from '../queries/asked-contacts.ts'
import { collides } from '../queries/collision.ts'
import { CONTACTS } from '../state/index.ts'

export const contactsForManagers = refusal({
  id: 'organization.contacts-for-managers',
  says: 'Only owners and admins change the contacts.',
  checklist: ['ORG-03'],
  where: 'Endpoints, Organization, row 2; Errors, Organization PATCH; Authentication, point 3',
  provenance: 'stated',
  stage: 'permission',
  status: 403,
  on: ['updateContacts'],
  lets: MANAGERS,
  when: ({ caller }) => (manages(caller) ? undefined : 'contacts are changed by owners and admins'),
})

export const contactsRead = refusal({
  id: 'organization.contacts-read-by-managers',
  says: 'Reading the contacts may be for owners and admins too.',
  checklist: ['ORG-01'],
  where: 'Endpoints, Organization, row 1 (says nothing about it)',
  provenance: 'assumed',
  stage: 'permission',
  status: 'general.permission-status',
  on: ['getContacts'],
  when: (context) =>
    !manages(context.caller) && context.gap('organization.contact-readers') === 'managers'
      ? 'contacts are read by owners and admins'
      : undefined,
})

export const addressInvalid = refusal({
  id: 'organization.address-invalid',
  says: 'An invalid address is refused with 400.',
  checklist: ['ORG-03'],
  where: 'Errors, Organization PATCH',
  provenance: 'stated',
  stage: 'validation',
  status: 400,
  on: ['updateContacts'],
  when(context) {
    const wrong = askedContacts(context).find(([, address]) => !isAddress(address) && !clears(context, address))
    return wrong && `${wrong[0]} is not an email address`
  },
})

const clears = (context: RefusalContext, address: string): boolean =>
  address === '' && context.gap('organization.clearing-contact') === 'clear'

export const addressDoubtful = refusal({
  id: 'organization.address-doubtful',
  says: 'An unusual address may be refused.',
  checklist: ['ORG-03'],
  where: 'Errors, Organization PATCH (what makes an address invalid is not said)',
  provenance: 'assumed',
  stage: 'validation',
  status: 400,
  on: ['updateContacts'],
  when(context) {
    const doubtful = askedContacts(context).find(([, address]) => isAddress(address) && !isTaken(context, address))
    return doubtful && `${doubtful[0]} is not an accepted address`
  },
})

export const addressShared = refusal({
  id: 'organization.address-shared',
  says: 'One address for several contacts may be refused.',
  checklist: ['ORG-02'],
  where: 'Endpoints, Organization, row 2 (not said)',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['updateContacts'],
  when(context) {
    const asked = new Map(askedContacts(context))
    const row = context.get('Contacts', context.caller.org, CONTACTS)
    const { billingEmail, technicalEmail, securityEmail } = { ...row, ...Object.fromEntries(asked) }
    const set = [billingEmail, technicalEmail, securityEmail].filter((address) => address)
    if (asked.size === 0 || new Set(set).size === set.length) return undefined
    return context.gap('organization.shared-address') === 'refuse' ? 'an address serves as one contact only' : undefined
  },
})

export const nothingNamed = refusal({
  id: 'organization.nothing-named',
  says: 'A change without any contact may be refused.',
  checklist: ['ORG-02'],
  where: 'Endpoints, Organization, row 2 (not said)',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['updateContacts'],
  when: (context) =>
    context.violations.length === 0 &&
    askedContacts(context).length === 0 &&
    context.gap('general.empty-patch') === 'refuse'
      ? 'no contact is named'
      : undefined,
})

export const billingCollides = refusal({
  id: 'organization.billing-collides',
  says: 'A billing address that collides at the payment provider is refused with 409.',
  checklist: ['ORG-03'],
  where: 'Errors, Organization PATCH',
  provenance: 'stated',
  stage: 'conflict',
  status: 409,
  on: ['updateContacts'],
  when(context) {
    const { org } = context.caller
    const asked = new Map(askedContacts(context)).get('billingEmail')
    if (asked === undefined || !collides(context, org, asked)) return undefined
    const stays = context.get('Contacts', org, CONTACTS)?.billingEmail === asked
    if (stays && context.gap('organization.unchanged-billing') === 'skip') return undefined
    return 'the billing address is in use at the payment provider'
  },
})
