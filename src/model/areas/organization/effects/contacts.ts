import type { components } from '../../../../contract/generated/api.ts'
import type { Reader } from '../../../world/reader.ts'
import type { Effect } from '../../area.ts'
import { kept } from '../queries/addresses.ts'
import { KINDS } from '../queries/asked-contacts.ts'
import { CONTACTS } from '../state/index.ts'
import { answersUpdated, onlyNamedChange } from '../statements/index.ts'

type Contacts = components['schemas']['Contacts']

export const getContacts: Effect<'getContacts'> = (context) => contactsOf(context, context.caller.org)

export const updateContacts: Effect<'updateContacts'> = (context) => {
  const { org } = context.caller
  const before = contactsOf(context, org)
  context.cite(onlyNamedChange)
  const after = { ...before }
  for (const kind of KINDS) {
    const address = context.body[kind]
    if (address !== undefined) after[kind] = address === '' ? unsetContact(context, org) : kept(context, address)
  }
  context.put('Contacts', {
    id: CONTACTS,
    org,
    seq: context.get('Contacts', org, CONTACTS)?.seq ?? context.serial(),
    ...after,
  })
  context.cite(answersUpdated)
  return after
}

export function contactsOf(reader: Reader, org: string): Contacts {
  const row = reader.get('Contacts', org, CONTACTS)
  if (!row) return unset(reader, org)
  const { billingEmail, technicalEmail, securityEmail } = row
  return { billingEmail, technicalEmail, securityEmail }
}

/** The three are required even where nobody ever set them (Resources, Contacts). */
function unset(reader: Reader, org: string): Contacts {
  return {
    billingEmail: unsetContact(reader, org),
    technicalEmail: unsetContact(reader, org),
    securityEmail: unsetContact(reader, org),
  }
}

const unsetContact = (reader: Reader, org: string): string =>
  reader.fill('organization.unset-contact').replaceAll('{organization}', org)
