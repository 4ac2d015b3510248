import { join } from 'node:path'
import type { ReportedFailure } from '../../src/conformance/report/report.ts'
import { scenarioText } from '../../src/scenario/scenario-text.ts'
import { writeOrExplain } from './write-file.ts'

/** Writes each failure as a scenario; names tell what it is about. */
export function saveFailures(failures: readonly ReportedFailure[], folder: string | undefined): string[] {
  if (folder === undefined) return []
  return failures.map(({ operation, check, scenario }, index) => {
    const file = join(folder, `${index + 1}-${operation}-${check}.arazzo.yaml`)
    writeOrExplain(file, scenarioText(scenario))
    return file
  })
}
