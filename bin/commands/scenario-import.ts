import { basename } from 'node:path'
import { Command } from 'commander'
import type { Contract } from '../../src/contract/contract.ts'
import { harExchanges, isHar } from '../../src/scenario/imports/har.ts'
import { ImportMistake } from '../../src/scenario/imports/import-mistake.ts'
import { isPostman, postmanExchanges } from '../../src/scenario/imports/postman.ts'
import { recorded } from '../../src/scenario/recording/recorded.ts'
import type { RecordedExchange } from '../../src/scenario/recording/recorded-exchange.ts'
import { readText } from '../../src/target/opening/read-text.ts'
import { examples } from '../command-line/examples.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { contractWith } from '../files/contract.ts'
import { expectWritable } from '../files/write-file.ts'
import { redactRecording } from '../record/redact-recording.ts'
import { writeRecorded } from '../record/write-recorded.ts'

interface Options {
  readonly write: string
  readonly profile?: string
  readonly as: string
  readonly title?: string
}

export function scenarioImportCommand(): Command {
  const command = new Command('import')
    .description('turn a HAR file or a Postman collection (v2.1) into a scenario')
    .argument('<file>', 'HAR file of a browser or proxy, or Postman collection')
    .requiredOption('--write <file>', 'scenario file to write')
    .option('--profile <file>', 'profile of the target it was recorded on: its callers, paths and vocabulary')
    .option('--as <actor>', 'actor for requests whose credential is missing or unknown', 'owner')
    .option('--title <text>', 'title of the scenario')
    .action(importScenario)
  return examples(command, [
    'understudy scenario import session.har --write session.arazzo.yaml',
    'understudy scenario import collection.json --profile profile.yaml --write collection.arazzo.yaml',
  ])
}

async function importScenario(file: string, { write, profile, as, title }: Options): Promise<void> {
  expectWritable(write)
  const contract = contractWith(profile)
  const exchanges = exchangesIn(file, contract)
  exchanges.forEach(redactRecording(contract))
  const name = basename(write)
    .replace(/\.arazzo\.ya?ml$|\.ya?ml$/, '')
    .replace(/[^\w-]+/g, '-')
  const made = recorded(contract, exchanges, { title: title ?? `Imported: ${name}`, name, mock: false, as })
  await writeRecorded(made, write)
}

function exchangesIn(file: string, contract: Contract): RecordedExchange[] {
  const content = parsed(file)
  try {
    if (isHar(content)) return harExchanges(content)
    if (isPostman(content)) return postmanExchanges(content, contract)
  } catch (error) {
    if (error instanceof ImportMistake) throw new UsageError(`${file} cannot be imported: ${error.message}.`)
    throw error
  }
  throw new UsageError(`${file} is neither a HAR file nor a Postman collection of version 2.`)
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readText(file))
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${file} is not JSON: ${error.message}.`)
    throw error
  }
}
