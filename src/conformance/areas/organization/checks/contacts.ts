import { plainCheck } from '../../../checks/check.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** An address that this sequence gave to another organization and not to this one is no contact of this one (GEN-04). */
export const contacts = plainCheck('isolation', ({ operation, received, shadow, org }) => {
  if (operation.id !== 'getContacts' || received.status >= 300) return []
  const { true: own = [], false: others = [] } = Object.groupBy(rowsOf(shadow.world, 'Contacts'), (row) =>
    row.org === org ? 'true' : 'false',
  )
  const ours = new Set<unknown>(own.flatMap((row) => Object.values(row)))
  const given = others
    .flatMap((row) => Object.values(row))
    .filter((value) => typeof value === 'string' && value.includes(shadow.salt) && !ours.has(value))
    .find((value) => received.text.includes(String(value)))
  if (given === undefined) return []
  return [{ code: 'foreign-contact', actual: String(given), rules: ['GEN-04', 'ORG-01'] }]
})
