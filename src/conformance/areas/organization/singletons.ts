import { CONTACTS } from '../../../model/areas/organization/state/index.ts'
import type { Singleton } from '../../area-judge/singleton.ts'
import { rowsOf } from '../../shadow/rows.ts'

const contacts: Singleton = {
  table: 'Contacts',
  read: 'getContacts',
  changedBy: ['updateContacts'],
  places: ({ organization }) => [{ org: organization, id: CONTACTS }],
  restore(atStart, { organization }) {
    const before = rowsOf(atStart, 'Contacts').find(({ org }) => org === organization)
    if (!before) return undefined
    const { id: _id, org: _org, seq: _seq, ...addresses } = before
    return { operation: 'updateContacts', body: addresses }
  },
}

export const ORGANIZATION_SINGLETONS: readonly Singleton[] = [contacts]
