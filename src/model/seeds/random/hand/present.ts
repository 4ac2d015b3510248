import type { Row } from '../../../table/table.ts'
import type { Reader } from '../../../world/reader.ts'

/** Things of a kind that are there and not on their way out. */
export function present(reader: Reader, entity: string, org: string): Row[] {
  if (!reader.isTable(entity)) return []
  return [...reader.oldest(entity, 'all', org)].filter(
    (row) =>
      !('deleted' in row && row.deleted) && !('deleting' in row && row.deleting) && !('revoked' in row && row.revoked),
  )
}
