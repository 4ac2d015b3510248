import { basename } from 'node:path'
import { Command } from 'commander'
import { recorded } from '../../src/scenario/recording/recorded.ts'
import type { RecordedExchange } from '../../src/scenario/recording/recorded-exchange.ts'
import { contractHere, openTarget } from '../../src/target/opening/open-target.ts'
import { visible } from '../../src/target/writing/visible.ts'
import { cannotListen } from '../command-line/cannot-listen.ts'
import { examples } from '../command-line/examples.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { wholeNumber } from '../command-line/whole-number.ts'
import { expectWritable } from '../files/write-file.ts'
import { mockClock } from '../record/mock-clock.ts'
import { type Recorder, startRecorder } from '../record/recorder.ts'
import { redactRecording } from '../record/redact-recording.ts'
import { writeRecorded } from '../record/write-recorded.ts'
import { paint, print } from '../terminal/output.ts'

interface Options {
  readonly target: string
  readonly port: number
  readonly profile?: string
  readonly write: string
  readonly title?: string
  readonly as?: string
}

export function recordCommand(): Command {
  const command = new Command('record')
    .description('record requests to a target as a scenario, as a proxy')
    .requiredOption('--target <url>', 'base URL of the target')
    .requiredOption('--write <file>', 'scenario file to write when recording stops')
    .option('--port <n>', 'port to listen on; 0 picks a free one', wholeNumber, 4020)
    .option('--profile <file>', 'profile: who the callers are and where the operations are')
    .option('--title <text>', 'title of the scenario')
    .option('--as <actor>', 'actor for requests whose credential is not in the profile')
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
  const clock = target.mockGaps === undefined ? [] : [await mockClock(url)]
  const contract = contractHere(target)
  const look = redactRecording(contract)
  const recorder = await start(options, (exchange) => {
    look(exchange)
    print(line(exchange))
  })
  print(`Recording ${options.target} at ${paint('bold', recorder.url)}; Ctrl-C writes ${options.write}.`)
  await stopped()
  await recorder.close()
  const name = basename(options.write)
    .replace(/\.arazzo\.ya?ml$|\.ya?ml$/, '')
    .replace(/[^\w-]+/g, '-')
  const made = recorded(contract, [...clock, ...recorder.exchanges], {
    title: options.title ?? `Recorded: ${name}`,
    name,
    mock: target.mockGaps !== undefined,
    as: options.as,
  })
  await writeRecorded({ ...made, others: made.others.filter((one) => !clock.includes(one)) }, options.write)
}

async function start({ target, port }: Options, tell: (exchange: RecordedExchange) => void): Promise<Recorder> {
  try {
    return await startRecorder(target, port, tell)
  } catch (error) {
    const why = cannotListen(error, port, '127.0.0.1')
    throw why === undefined ? error : new UsageError(why)
  }
}

const line = ({ method, path, status }: RecordedExchange): string =>
  `${method.padEnd(6)} ${visible(path)} ${paint('dim', String(status))}`

function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}
