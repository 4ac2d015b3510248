import { Command } from 'commander'
import { isObject } from '../../src/contract/json.ts'
import { harExchanges, harOrigin, harTo, isHar } from '../../src/scenario/imports/har.ts'
import { ImportMistake } from '../../src/scenario/imports/import-mistake.ts'
import type { RecordedExchange } from '../../src/scenario/recording/recorded-exchange.ts'
import { readText } from '../../src/target/opening/read-text.ts'
import { examples } from '../command-line/examples.ts'
import type { ExitCode } from '../command-line/exit-code.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { contractWith } from '../files/contract.ts'
import { collectReports, expectReports, REPORT_KINDS, type ReportFile, readReport } from '../files/report-files.ts'
import { judgeRecording } from '../watch/judge-recording.ts'
import { tellFinding } from '../watch/tell-finding.ts'
import { tellReport } from '../watch/tell-report.ts'

interface Options {
  readonly profile?: string
  readonly as?: string
  readonly report?: readonly ReportFile[]
  readonly baseline?: string
  readonly json?: boolean
  readonly strict?: boolean
}

export function judgeCommand(finish: (code: ExitCode) => void): Command {
  const command = new Command('judge')
    .description('judge recorded traffic: a HAR file of a browser, a proxy or a test runner')
    .argument('<file>', 'HAR file')
    .option('--profile <file>', 'profile of the target it was recorded on: its callers, paths and choices')
    .option('--as <actor>', 'actor for requests whose credential is missing or unknown')
    .option('--report <kind=path>', `write a report to a file; repeatable (${REPORT_KINDS})`, collectReports)
    .option('--baseline <file>', 'JSON report of an earlier run; only new failures count')
    .option('--json', 'print each finding as a line of JSON')
    .option('--strict', 'treat warnings (implied rules) as failures')
    .action(async (file: string, options: Options) => finish(await judge(file, options)))
  return examples(command, [
    'understudy judge session.har --profile profile.yaml',
    'understudy judge session.har --profile profile.yaml --as owner --report html=session.html',
  ])
}

async function judge(file: string, options: Options): Promise<ExitCode> {
  const { json = false, strict = false, as, report: files } = options
  const baseline = options.baseline === undefined ? undefined : readReport(options.baseline)
  expectReports(files)
  const contract = contractWith(options.profile)
  if (as !== undefined && !contract.profile.actors[as]) throw new UsageError(`The profile has no actor ${as}.`)
  const { exchanges, origin } = readRecording(file)
  const judged = await judgeRecording(exchanges, {
    contract,
    url: origin,
    assumed: { missing: 'unknown', as },
    onFound: (event) => {
      if (json) tellFinding(event, json)
    },
  })
  if (!judged || judged.report.requests === 0)
    throw new UsageError(`No request in ${file} called an operation of the API.`)
  const { callers, strangers } = judged
  return tellReport(judged.report, { baseline, strict, json, callers, strangers, ...(files && { report: files }) })
}

interface Recording {
  readonly exchanges: readonly RecordedExchange[]
  /** The URL of the target. */
  readonly origin: string
}

function readRecording(file: string): Recording {
  const content = parsed(file)
  if (!isHar(content)) throw new UsageError(`${file} is not a HAR file: it has no log.entries.`)
  try {
    const origin = harOrigin(content)
    const exchanges = harExchanges(origin === undefined ? content : harTo(content, origin))
    return { exchanges, origin: origin ?? file }
  } catch (error) {
    if (error instanceof ImportMistake) throw new UsageError(`${file} cannot be judged: ${error.message}.`)
    throw error
  }
}

function parsed(file: string): unknown {
  const text = readText(file)
  try {
    const content: unknown = JSON.parse(text)
    if (isObject(content)) return content
  } catch (error) {
    if (/^\s*arazzo:/m.test(text))
      throw new UsageError(`${file} is a scenario, not recorded traffic: run it with understudy replay.`)
    throw new UsageError(`${file} is not a HAR file: ${(error as Error).message}.`)
  }
  throw new UsageError(`${file} is not a HAR file: it has no log.entries.`)
}
