import { MistakesError } from '../../src/contract/files/mistakes.ts'
import { EMPTY_PROFILE } from '../../src/contract/profile.ts'
import { readScenario } from '../../src/scenario/reading/read-scenario.ts'
import type { Recorded } from '../../src/scenario/recording/recorded.ts'
import { replay } from '../../src/scenario/replay/replay.ts'
import type { ScenarioResult } from '../../src/scenario/replay/result.ts'
import { describeFailure } from '../../src/scenario/reports/terminal.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { scenarioText } from '../../src/scenario/scenario-text.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { contractWith } from '../files/contract.ts'
import { writeOrExplain } from '../files/write-file.ts'
import { freshTarget } from '../replay/fresh-target.ts'
import { paint, print } from '../terminal/output.ts'
import { tellDependences, tellOthers } from './tell-recorded.ts'

/** Writes the recording, prints what it contains and what not, and replays it on a mock. */
export async function writeRecorded({ document, dependences, others }: Recorded, file: string): Promise<void> {
  const steps = document.workflows[0]?.steps.length ?? 0
  if (steps === 0) {
    tellOthers(others)
    throw new UsageError(`No request called an operation of the API, so ${file} was not written.`)
  }
  const text = scenarioText(document)
  const scenario = readBack(text, file)
  writeOrExplain(file, text)
  print(`${steps} ${steps === 1 ? 'step' : 'steps'} written to ${file}`)
  tellOthers(others)
  tellDependences(dependences)
  tellRehearsal(await rehearsed(scenario))
}

/** Reads the written scenario again to check that it is valid. */
function readBack(text: string, file: string): Scenario {
  try {
    return readScenario(contractWith(undefined), { text, file })
  } catch (error) {
    if (error instanceof MistakesError) throw new Error(`the recording is not a valid scenario: ${error.message}`)
    throw error
  }
}

async function rehearsed(scenario: Scenario): Promise<ScenarioResult> {
  const { target, close } = await freshTarget(scenario, EMPTY_PROFILE)
  try {
    return await replay(scenario, target)
  } finally {
    await close()
  }
}

function tellRehearsal(result: ScenarioResult): void {
  if (result.outcome === 'passed') print(`${paint('green', 'passed')} on the built-in mock`)
  else if (result.outcome === 'skipped') print(`Not replayed on the built-in mock: ${result.reason}.`)
  else print(`${paint('yellow', 'failed')} on the built-in mock: ${describeFailure(result)}`)
}
