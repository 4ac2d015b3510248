import { Command, Option } from 'commander'
import type { Contract } from '../../src/contract/contract.ts'
import { asCurl } from '../../src/scenario/exports/curl.ts'
import { asHar } from '../../src/scenario/exports/har.ts'
import { asVitest } from '../../src/scenario/exports/vitest.ts'
import { redactedResult } from '../../src/scenario/replay/redacted-result.ts'
import { replay } from '../../src/scenario/replay/replay.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { examples } from '../command-line/examples.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { version } from '../command-line/version.ts'
import { contractWith } from '../files/contract.ts'
import { scenarioCalled } from '../files/scenario-files.ts'
import { expectWritable, writeOrExplain } from '../files/write-file.ts'
import { freshTarget } from '../replay/fresh-target.ts'
import { print } from '../terminal/output.ts'

type Form = 'curl' | 'har' | 'vitest'

export function scenarioExportCommand(): Command {
  const command = new Command('export')
    .description('export a scenario for another tool; a HAR contains the responses of the mock')
    .argument('<file>', 'scenario file, or the name of one in the built-in library')
    .addOption(new Option('--as <form>', 'what to write').choices(['curl', 'har', 'vitest']).makeOptionMandatory())
    .option('--profile <file>', "apply this profile's methods and paths")
    .option('--write <file>', 'file to write (default: standard output)')
    .action(async (file: string, options: { as: Form; profile?: string; write?: string }) => {
      if (options.write !== undefined) expectWritable(options.write)
      const contract = contractWith(options.profile)
      const text = await exported(scenarioCalled(contractWith(undefined), file), contract, options.as)
      if (options.write === undefined) print(text.trimEnd())
      else writeOrExplain(options.write, text)
    })
  return examples(command, [
    'understudy scenario export key-is-shown-once --as curl | sh',
    'understudy scenario export scenarios/oncall/resolved-stays-resolved.arazzo.yaml --as vitest --write resolved.test.js',
  ])
}

async function exported(scenario: Scenario, contract: Contract, form: Form): Promise<string> {
  if (form === 'curl') return asCurl(scenario, contract)
  if (form === 'vitest') return asVitest(scenario, contract)
  const { target, close } = await freshTarget(scenario, contract.profile)
  try {
    const result = redactedResult(await replay(scenario, target), contract)
    if (result.outcome === 'skipped') throw new UsageError(`${scenario.name} cannot be played: ${result.reason}.`)
    return asHar(result, { url: 'http://127.0.0.1:4010', version: version(), startedMs: Date.now() })
  } finally {
    await close()
  }
}
