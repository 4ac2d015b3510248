import { join } from 'node:path'
import { stringify } from 'yaml'
import { failureScenario } from '../../src/conformance/failure/failure-scenario.ts'
import type { Shrunk } from '../../src/conformance/sequence/shrink.ts'
import type { Contract } from '../../src/contract/contract.ts'
import { writeOrExplain } from './write-file.ts'

/** Writes each failure as a scenario; names tell what it is about. */
export function saveFailures(contract: Contract, failures: readonly Shrunk[], folder: string | undefined): string[] {
  if (folder === undefined) return []
  return failures.map((shrunk, index) => {
    const file = join(folder, `${index + 1}-${shrunk.finding.operation}-${shrunk.finding.check}.arazzo.yaml`)
    writeOrExplain(file, stringify(failureScenario(contract, shrunk), { lineWidth: 120, aliasDuplicateObjects: false }))
    return file
  })
}
