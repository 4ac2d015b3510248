import { Command, Option } from 'commander'
import { keyOf } from '../../src/conformance/finding/key.ts'
import { visible } from '../../src/target/writing/visible.ts'
import { cannotListen } from '../command-line/cannot-listen.ts'
import { examples } from '../command-line/examples.ts'
import type { ExitCode } from '../command-line/exit-code.ts'
import { untilInterrupted } from '../command-line/interruption.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { atLeastOne, wholeNumber } from '../command-line/whole-number.ts'
import { collectReports, expectReports, REPORT_KINDS, type ReportFile, readReport } from '../files/report-files.ts'
import { paint, print } from '../terminal/output.ts'
import { printable } from '../terminal/printable.ts'
import { duration } from '../watch/duration.ts'
import { tellFinding } from '../watch/tell-finding.ts'
import { tellReport } from '../watch/tell-report.ts'
import { watchTarget } from '../watch/watch-target.ts'

interface Options {
  readonly target: string
  readonly port: number
  readonly host: string
  readonly profile?: string
  readonly as?: string
  readonly for?: number
  readonly exchanges?: number
  readonly report?: readonly ReportFile[]
  readonly baseline?: string
  readonly json?: boolean
  readonly strict?: boolean
  readonly bail?: boolean
  readonly failFast?: boolean
}

export function watchCommand(finish: (code: ExitCode) => void): Command {
  const command = new Command('watch')
    .description('judge the traffic that passes to an implementation, as a proxy in front of it')
    .requiredOption('--target <url>', 'base URL of the target')
    .option('--port <n>', 'port to listen on; 0 picks a free one', wholeNumber, 4030)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--profile <file>', 'profile: who the callers are, where the operations are and what the target chose')
    .option('--as <actor>', 'actor for requests whose credential is missing or unknown')
    .option('--for <time>', 'end after this time, for example 60s or 5m', duration)
    .option('--exchanges <n>', 'end after this many exchanges', atLeastOne)
    .option('--report <kind=path>', `write a report to a file; repeatable (${REPORT_KINDS})`, collectReports)
    .option('--baseline <file>', 'JSON report of an earlier run; only new failures count')
    .option('--json', 'print each finding as a line of JSON')
    .option('--strict', 'treat warnings (implied rules) as failures')
    .option('--bail', 'end at the first failure that is not in the baseline')
    .addOption(new Option('--fail-fast', 'the same as --bail'))
    .action(async (options: Options) => finish(await watch(options)))
  return examples(command, [
    'understudy watch --target http://127.0.0.1:8080 --profile profile.yaml',
    'understudy watch --target $URL --profile profile.yaml --for 10m --report html=watch.html --report junit=junit.xml',
    'understudy watch --target http://127.0.0.1:4010 --json | jq .message',
  ])
}

async function watch(options: Options): Promise<ExitCode> {
  const { json = false, strict = false, bail = false, failFast = false } = options
  const baseline = options.baseline === undefined ? undefined : readReport(options.baseline)
  expectReports(options.report)
  const known = new Set(baseline?.failures.map(({ key }) => key))
  const watched = await untilInterrupted(
    (signal) =>
      watchTarget({
        ...options,
        signal,
        ends: ({ finding }) =>
          (bail || failFast) && !known.has(keyOf(finding)) && (strict || finding.severity === 'failure'),
        onReady: ({ url }, judged) => tellStart(options, url, judged),
        onFound: (event) => tellFinding(event, json),
        onProblem: problems(options.target),
      }),
    'Stopping: judging what is left.',
  ).catch((error: unknown) => {
    const why = cannotListen(error, options.port, options.host)
    throw why === undefined ? error : new UsageError(why)
  })
  const { report: files } = options
  const telling = { baseline, strict, json, callers: watched.callers, strangers: watched.strangers }
  const code = tellReport(watched.report, { ...telling, ...(files && { report: files }) })
  if (watched.report.verdict === 'unusable') throw new UsageError('There was no traffic that could be judged.')
  return code
}

function tellStart({ target, json = false }: Options, url: string, judged: 'in full' | 'without callers'): void {
  const lines = [
    `Watching ${target} at ${paint('bold', url)}; Ctrl-C ends it and prints the report.`,
    ...(judged === 'in full'
      ? []
      : [
          'No caller is known, so only shapes, secrets and states are judged: give a --profile whose actors have headers.',
        ]),
  ]
  // With --json, standard output has findings only.
  for (const line of lines)
    if (json) process.stderr.write(`${printable(line)}\n`)
    else print(line)
}

/** A target that is away says so once, until another reason comes. */
function problems(target: string): (problem: string) => void {
  let last = ''
  return (problem) => {
    if (problem === last) return
    last = problem
    process.stderr.write(
      `${printable(visible(`${target} cannot be reached: ${problem}. Callers get 502 until it can.`))}\n`,
    )
  }
}
