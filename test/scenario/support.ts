import { freshTarget } from '../../bin/replay/fresh-target.ts'
import { loadContract } from '../../src/contract/contract.ts'
import { MistakesError } from '../../src/contract/files/mistakes.ts'
import source from '../../src/contract/generated/spec.js'
import { EMPTY_PROFILE } from '../../src/contract/profile.ts'
import { readScenario } from '../../src/scenario/reading/read-scenario.ts'
import { replay } from '../../src/scenario/replay/replay.ts'
import type { ScenarioResult } from '../../src/scenario/replay/result.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'

export const contract = loadContract(source)

/** A scenario of one workflow with these steps (YAML, at the left margin) and this block of ours. */
export function scenarioText(steps: string, notes = 'seed: small'): string {
  const indented = (text: string, by: number) => text.trim().replaceAll(/^/gm, ' '.repeat(by))
  return `arazzo: 1.0.1
info: { title: A fact, version: 1.0.0 }
sourceDescriptions:
  - { name: api, url: ../openapi.yaml, type: openapi }
  - { name: control, url: ../control.yaml, type: openapi }
x-understudy:
${indented(notes, 2)}
workflows:
  - workflowId: fact
    inputs:
      type: object
      properties:
        owner: { type: string, default: owner }
        service: { type: string, default: svc_checkout }
        salt: { type: string, default: "1" }
    steps:
${indented(steps, 6)}
`
}

export function scenario(steps: string, notes?: string): Scenario {
  return readScenario(contract, { text: scenarioText(steps, notes), file: 'oncall/fact.arazzo.yaml' })
}

/** What reading a text says, without the file's name. */
export function mistakesIn(text: string): string[] {
  try {
    readScenario(contract, { text, file: 'fact.arazzo.yaml' })
    return []
  } catch (error) {
    if (error instanceof MistakesError) return error.message.split('\n')
    throw error
  }
}

/** Plays a scenario on a mock made for it. */
export async function played(it: Scenario): Promise<ScenarioResult> {
  const { target, close } = await freshTarget(it, EMPTY_PROFILE)
  try {
    return await replay(it, target)
  } finally {
    await close()
  }
}
