import { basename } from 'node:path'
import { Command } from 'commander'
import { MistakesError } from '../../src/contract/files/mistakes.ts'
import { readScenario } from '../../src/scenario/reading/read-scenario.ts'
import { recorded } from '../../src/scenario/recording/recorded.ts'
import type { RecordedExchange } from '../../src/scenario/recording/recorded-exchange.ts'
import { scenarioText } from '../../src/scenario/scenario-text.ts'
import { contractHere, openTarget } from '../../src/target/opening/open-target.ts'
import { visible } from '../../src/target/writing/visible.ts'
import { cannotListen } from '../command-line/cannot-listen.ts'
import { examples } from '../command-line/examples.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { wholeNumber } from '../command-line/whole-number.ts'
import { contractWith } from '../files/contract.ts'
import { expectWritable, writeOrExplain } from '../files/write-file.ts'
import { type Recorder, startRecorder } from '../record/recorder.ts'
import { paint, print } from '../terminal/output.ts'

interface Options {
  readonly target: string
  readonly port: number
  readonly profile?: string
  readonly write: string
  readonly title?: string
}

export function recordCommand(): Command {
  const command = new Command('record')
    .description('record requests to a target as a scenario, as a proxy')
    .requiredOption('--target <url>', 'base URL of the target')
    .requiredOption('--write <file>', 'scenario file to write when recording stops')
    .option('--port <n>', 'port to listen on; 0 picks a free one', wholeNumber, 4020)
    .option('--profile <file>', 'profile: who the callers are and where the operations are')
    .option('--title <text>', 'title of the scenario')
    .action(record)
  return examples(command, [
    'understudy record --target http://127.0.0.1:4010 --write new.arazzo.yaml',
    'understudy record --target http://127.0.0.1:8080 --profile profile.yaml --port 4020 --write new.arazzo.yaml',
  ])
}

async function record(options: Options): Promise<void> {
  expectWritable(options.write)
  const { target: url, profile } = options
  const target = await openTarget({ url, purpose: 'look', ...(profile !== undefined && { profile }) })
  await target.close()
  const recorder = await start(options)
  print(`Recording ${options.target} at ${paint('bold', recorder.url)}; Ctrl-C writes ${options.write}.`)
  await stopped()
  await recorder.close()
  const name = basename(options.write)
    .replace(/\.arazzo\.ya?ml$|\.ya?ml$/, '')
    .replace(/[^\w-]+/g, '-')
  const document = recorded(contractHere(target), recorder.exchanges, {
    title: options.title ?? `Recorded: ${name}`,
    name,
    mock: target.mockGaps !== undefined,
  })
  const steps = document.workflows[0]?.steps.length ?? 0
  if (steps === 0)
    throw new UsageError(`Nothing that the contract describes passed, so ${options.write} was not written.`)
  const text = scenarioText(document)
  check(text, options.write)
  writeOrExplain(options.write, text)
  const others = recorder.exchanges.length - steps
  const rest =
    others > 0 ? ` (${others} ${others === 1 ? 'request was' : 'requests were'} about nothing in the contract)` : ''
  print(`${steps} ${steps === 1 ? 'step' : 'steps'} written to ${options.write}${rest}`)
}

async function start({ target, port }: Options): Promise<Recorder> {
  try {
    return await startRecorder(target, port, (exchange) => print(line(exchange)))
  } catch (error) {
    const why = cannotListen(error, port, '127.0.0.1')
    throw why === undefined ? error : new UsageError(why)
  }
}

const line = ({ method, path, status }: RecordedExchange): string =>
  `${method.padEnd(6)} ${visible(path)} ${paint('dim', String(status))}`

/** What is written must be readable. */
function check(text: string, file: string): void {
  try {
    readScenario(contractWith(undefined), { text, file })
  } catch (error) {
    if (error instanceof MistakesError) throw new Error(`the recording is not a valid scenario: ${error.message}`)
    throw error
  }
}

function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}
