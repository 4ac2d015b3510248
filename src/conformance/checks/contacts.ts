import type { Operation } from '../../contract/operations.ts'
import type { Received } from '../../target/exchange.ts'
import type { Finding } from '../finding/finding.ts'
import { rowsOf } from '../shadow/rows.ts'
import type { Shadow } from '../shadow/shadow.ts'

/** An address that this sequence gave to one organization is no contact of another (GEN-04). */
export function checkContacts(
  operation: Operation,
  { status, text }: Received,
  shadow: Shadow,
  org: string,
): Finding[] {
  if (operation.id !== 'getContacts' || status >= 300) return []
  const given = rowsOf(shadow.world, 'Contacts')
    .filter((row) => row.org !== org)
    .flatMap((row) => Object.values(row))
    .find((value) => typeof value === 'string' && value.includes(shadow.salt) && text.includes(value))
  if (given === undefined) return []
  return [
    {
      severity: 'failure',
      check: 'isolation',
      operation: operation.id,
      rules: ['GEN-04', 'ORG-01'],
      subject: 'Contacts',
      message: 'the answer holds a contact of another organization',
      expected: "the organization's own contacts",
      actual: String(given),
    },
  ]
}
