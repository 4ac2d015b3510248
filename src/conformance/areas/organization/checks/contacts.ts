import { plainCheck } from '../../../checks/check.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** An address that this sequence gave to one organization is not a contact of another (GEN-04). */
export const contacts = plainCheck('isolation', ({ operation, received, shadow, org }) => {
  if (operation.id !== 'getContacts' || received.status >= 300) return []
  const given = rowsOf(shadow.world, 'Contacts')
    .filter((row) => row.org !== org)
    .flatMap((row) => Object.values(row))
    .find((value) => typeof value === 'string' && value.includes(shadow.salt) && received.text.includes(value))
  if (given === undefined) return []
  return [{ code: 'foreign-contact', actual: String(given), rules: ['GEN-04', 'ORG-01'] }]
})
