import { join } from 'node:path'
import { UNTOLD } from '../../src/conformance/failure/failure-scenario.ts'
import type { ReportedFailure } from '../../src/conformance/report/report.ts'
import { scenarioText } from '../../src/scenario/scenario-text.ts'
import { type Written, writeEach, writeOrExplain } from './write-file.ts'

/**
 * Writes each failure as a scenario; names tell what it is about. One that would pass on the target it was found on is not
 * written. Says what became of each.
 */
export function saveFailures(failures: readonly ReportedFailure[], folder: string | undefined): Written {
  if (folder === undefined) return { said: [], problems: [] }
  return writeEach(failures, ({ operation, check, scenario }, index) => {
    const file = join(folder, `${index + 1}-${operation}-${check}.arazzo.yaml`)
    if (scenario.info.description?.includes(UNTOLD))
      return `not saved: ${operation}, ${check}; a scenario cannot express this failure`
    writeOrExplain(file, scenarioText(scenario))
    return `saved ${file}`
  })
}
