import { join } from 'node:path'
import { stringify } from 'yaml'
import type { ReportedFailure } from '../../src/conformance/report/report.ts'
import { writeOrExplain } from './write-file.ts'

/** Writes each failure as a scenario; names tell what it is about. */
export function saveFailures(failures: readonly ReportedFailure[], folder: string | undefined): string[] {
  if (folder === undefined) return []
  return failures.map(({ operation, check, scenario }, index) => {
    const file = join(folder, `${index + 1}-${operation}-${check}.arazzo.yaml`)
    writeOrExplain(file, stringify(scenario, { lineWidth: 120, aliasDuplicateObjects: false }))
    return file
  })
}
