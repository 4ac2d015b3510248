import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { failureScenario } from '../src/conformance/failure-scenario.ts'
import type { Shrunk } from '../src/conformance/shrink.ts'
import type { Contract } from '../src/contract/contract.ts'

/** Writes each failure as a scenario; names tell what it is about. */
export function saveFailures(contract: Contract, failures: readonly Shrunk[], folder: string | undefined): string[] {
  if (folder === undefined) return []
  mkdirSync(folder, { recursive: true })
  return failures.map((shrunk, index) => {
    const file = join(folder, `${index + 1}-${shrunk.finding.operation}-${shrunk.finding.check}.arazzo.yaml`)
    writeFileSync(file, stringify(failureScenario(contract, shrunk), { lineWidth: 120, aliasDuplicateObjects: false }))
    return file
  })
}
