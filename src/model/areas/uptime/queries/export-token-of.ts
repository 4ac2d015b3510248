import type { Reader } from '../../../world/reader.ts'
import type { UptimeExportTokenRow } from '../state/index.ts'

/** The export token that a scraper presents, revoked or not. */
export function exportTokenOf(reader: Reader, secret: string | undefined): UptimeExportTokenRow | undefined {
  if (secret === undefined) return undefined
  for (const token of reader.newest('UptimeExportToken', 'secret', secret)) return token
  return undefined
}
