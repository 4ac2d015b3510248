import schema from '../../../spec/schemas/scenario.schema.json' with { type: 'json' }
import type { Contract } from '../../contract/contract.ts'
import { MistakesError } from '../../contract/files/mistakes.ts'
import { parseYaml } from '../../contract/files/yaml-file.ts'
import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import { validatorFor } from '../../contract/schema/schema-compiler.ts'
import type { Arazzo } from '../arazzo.ts'
import { makeScenario, type Scenario } from '../scenario.ts'
import { scenarioMistakes } from './scenario-mistakes.ts'
import type { Wrong } from './step-mistakes.ts'

/** Reads a scenario file; throws a MistakesError that names every mistake with its place. */
export function readScenario(contract: Contract, { text, file }: { text: string; file: string }): Scenario {
  const yaml = parseYaml(text, file)
  const mistakes = mistakesIn(contract, yaml.value)
  if (mistakes.length > 0) throw new MistakesError(mistakes.map(({ path, message }) => yaml.at(path, message)))
  return makeScenario(yaml.value as Arazzo, file)
}

/** What keeps a value from being a scenario. */
export function mistakesIn(contract: Contract, value: unknown): readonly Wrong[] {
  if (!isObject(value)) return [{ path: [], message: 'a scenario is a map of keys' }]
  const formal = validatorFor(schema as Schema)(value)
  return formal.length > 0 ? formal : scenarioMistakes(contract, value as unknown as Arazzo)
}
