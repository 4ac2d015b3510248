import { Command, Option } from 'commander'
import { withBaseline } from '../../src/conformance/report/baseline.ts'
import { describeFailure, describeRun } from '../../src/conformance/report/formats/terminal.ts'
import { PHASES, type Phase } from '../../src/conformance/report/phases.ts'
import { fails, type Report } from '../../src/conformance/report/report.ts'
import { notExercisedOf, unknownRequirement } from '../../src/conformance/report/required.ts'
import type { Shard } from '../../src/conformance/report/run-event.ts'
import type { Preset } from '../../src/conformance/run/presets.ts'
import { AREAS } from '../../src/contract/areas.ts'
import { isObject } from '../../src/contract/json.ts'
import { RULES } from '../../src/model/model.ts'
import { shellWord } from '../../src/target/writing/shell.ts'
import { examples } from '../command-line/examples.ts'
import type { ExitCode } from '../command-line/exit-code.ts'
import { untilInterrupted } from '../command-line/interruption.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { atLeastOne, wholeNumber } from '../command-line/whole-number.ts'
import {
  collectReports,
  expectReports,
  REPORT_KINDS,
  type ReportFile,
  readReport,
  writeReports,
} from '../files/report-files.ts'
import { saveFailures } from '../files/save-failures.ts'
import { expectWritableFolder, expectWritten } from '../files/write-file.ts'
import { judgeTarget } from '../judge/judge-target.ts'
import { shardOf } from '../judge/shard.ts'
import { COLOURS } from '../terminal/colours.ts'
import { paint, print } from '../terminal/output.ts'
import { makeProgress } from '../terminal/progress.ts'

interface VerifyOptions {
  readonly profile?: string
  readonly preset?: Preset
  readonly runs?: number
  readonly maxSteps?: number
  readonly requests?: number
  readonly seed?: number
  readonly area?: readonly string[]
  readonly skip?: readonly Phase[]
  readonly timeLimit?: number
  readonly wait?: number
  readonly concurrency: number
  readonly rate?: number
  readonly shard?: Shard
  readonly report?: readonly ReportFile[]
  readonly saveFailures?: string
  readonly baseline?: string
  readonly require?: readonly string[]
  readonly allowChanges?: boolean
  readonly strict?: boolean
  readonly bail?: boolean
}

export function verifyCommand(finish: (code: ExitCode) => void): Command {
  const command = new Command('verify')
    .description('test an implementation against the contract')
    .argument('<url>', 'base URL of the target')
    .option('--profile <file>', 'profile: how to reach the target and what it chose')
    .addOption(
      new Option(
        '--preset <preset>',
        'how thorough: smoke (under a minute), usual (roughly 18000 requests) or full (roughly 57000, nightly)',
      ).choices(['smoke', 'usual', 'full']),
    )
    .option('--runs <n>', 'number of random sequences', wholeNumber)
    .option('--max-steps <n>', 'maximum steps in a random sequence', atLeastOne)
    .option('--requests <n>', 'stop starting new sequences after this many requests', atLeastOne)
    .option('--seed <n>', 'random seed, to repeat a run', wholeNumber)
    .addOption(new Option('--area <area...>', 'only these areas').choices([...AREAS]))
    .addOption(new Option('--skip <phase...>', 'skip these phases').choices([...PHASES]))
    .option('--time-limit <s>', 'end the run after this many seconds', atLeastOne)
    .option('--wait <s>', 'wait up to this many seconds for a target that is still starting', wholeNumber)
    .option('--concurrency <n>', 'sequences run in parallel', atLeastOne, 1)
    .option('--rate <n>', 'maximum requests per second', atLeastOne)
    .option('--shard <i/n>', 'run part i of n, to split a run over n machines', shardOf)
    .option('--report <kind=path>', `write a report to a file; repeatable (${REPORT_KINDS})`, collectReports)
    .option('--save-failures <dir>', 'save each failure as a scenario in this folder')
    .option('--baseline <file>', 'JSON report of an earlier run; only new failures count')
    .option('--require <what...>', 'areas, rules or checklist lines that must be exercised, else exit code 1')
    .option('--allow-changes', 'allow a target that is not on this machine')
    .option('--strict', 'treat warnings (implied rules) as failures')
    .option('--bail', 'stop at the first failure that is not in the baseline')
    .action(async (url: string, options: VerifyOptions) => {
      const unknown = unknownRequirement(options.require ?? [], RULES)
      if (unknown) throw new UsageError(`${unknown}.`)
      const baseline = options.baseline === undefined ? undefined : readReport(options.baseline)
      expectReports(options.report)
      if (options.saveFailures !== undefined) expectWritableFolder(options.saveFailures)
      const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31)
      const progress = makeProgress()
      const { baseline: _, ...own } = options
      const known = baseline && { known: new Set(baseline.failures.map(({ key }) => key)) }
      const { report: fresh } = await untilInterrupted((signal) =>
        judgeTarget(url, { ...own, ...known, seed }, { signal, listen: progress.listen }),
      )
      progress.end()
      const report = baseline ? withBaseline(fresh, baseline) : fresh
      for (const failure of report.failures) print(`${describeFailure(failure, COLOURS)}\n`)
      const written = [saveFailures(report.failures, options.saveFailures), writeReports(report, options.report)]
      for (const said of written.flatMap((one) => one.said)) print(said)
      print(describeRun(report, COLOURS))
      const missing = notExercisedOf(report, options.require ?? [])
      for (const what of missing) print(`${COLOURS.bad('required but not exercised')}: ${what}`)
      print(paint('dim', `again: ${commandLine(command, url, seed)}`))
      expectWritten(...written)
      finish(exitCodeOf(report, missing.length > 0, options.strict ?? false))
    })
  return examples(command, [
    'understudy verify http://127.0.0.1:4010 --preset smoke',
    'understudy verify http://127.0.0.1:8080 --profile profile.yaml --area oncall uptime --seed 7',
    'understudy verify $URL --profile profile.yaml --shard 1/4 --report json=shard-1.json --report junit=junit.xml',
  ])
}

/**
 * A proven failure counts even when the target died afterwards; a run that was cut short and proved nothing does not
 * pass.
 */
function exitCodeOf(report: Report, requirementMissed: boolean, strict: boolean): ExitCode {
  if (report.failures.some((failure) => fails(failure, strict)) || requirementMissed) return 1
  const { stopped } = report
  if (stopped?.because === 'unreachable') throw new UsageError(`The target stopped answering: ${stopped.detail}.`)
  return report.verdict === 'unusable' || stopped?.because === 'interrupted' ? 2 : 0
}

/** The command that repeats this run, with everything it was given. */
function commandLine(command: Command, url: string, seed: number): string {
  const options = { ...command.opts<VerifyOptions>(), seed }
  const parts = command.options.flatMap((option) => {
    const value: unknown = options[option.attributeName() as keyof VerifyOptions]
    if (value === undefined || (value === option.defaultValue && option.defaultValue !== undefined)) return []
    return value === true ? [option.long ?? ''] : written(option, value)
  })
  return ['understudy verify', shellWord(url), ...parts].join(' ')
}

function written({ long = '', variadic }: Option, value: unknown): string[] {
  const words = [value].flat().map((one) => shellWord(asWritten(one)))
  // Files of reports are collected one by one; other lists come after their flag.
  return variadic ? [[long, ...words].join(' ')] : words.map((one) => `${long} ${one}`)
}

const asWritten = (value: unknown): string => {
  if (!isObject(value)) return String(value)
  return 'kind' in value ? `${value.kind}=${value.path}` : `${value.index}/${value.of}`
}
