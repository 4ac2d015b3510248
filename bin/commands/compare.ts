import { existsSync } from 'node:fs'
import { Command, InvalidArgumentError, Option } from 'commander'
import { compareReports } from '../../src/conformance/report/comparison/comparison.ts'
import { describeComparison } from '../../src/conformance/report/comparison/terminal.ts'
import type { Report } from '../../src/conformance/report/report.ts'
import { AREAS } from '../../src/contract/areas.ts'
import { examples } from '../command-line/examples.ts'
import type { ExitCode } from '../command-line/exit-code.ts'
import { untilInterrupted } from '../command-line/interruption.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { atLeastOne, wholeNumber } from '../command-line/whole-number.ts'
import { readReport } from '../files/report-files.ts'
import { expectWritable, writeOrExplain } from '../files/write-file.ts'
import { judgeTarget } from '../judge/judge-target.ts'
import { COLOURS } from '../terminal/colours.ts'
import { print } from '../terminal/output.ts'
import { makeProgress } from '../terminal/progress.ts'

interface CompareOptions {
  readonly profileA?: string
  readonly profileB?: string
  readonly area?: readonly string[]
  readonly seed?: number
  readonly requests?: number
  readonly timeLimit?: number
  readonly allowChanges?: boolean
  readonly report?: string
}

export function compareCommand(finish: (code: ExitCode) => void): Command {
  const command = new Command('compare')
    .description(
      'send the same sequences to two implementations and classify every difference: a broken rule, or an allowed choice',
    )
    .argument('<a>', 'base URL of a target, or a JSON report of verify')
    .argument('<b>', 'base URL of another, or its JSON report')
    .option('--profile-a <file>', 'profile of the first target')
    .option('--profile-b <file>', 'profile of the second target')
    .addOption(new Option('--area <area...>', 'only these areas').choices([...AREAS]))
    .option('--seed <n>', 'random seed, to repeat a run', wholeNumber)
    .option('--requests <n>', 'stop starting new sequences after this many requests on each', atLeastOne)
    .option('--time-limit <s>', 'end the run on each after this many seconds', atLeastOne)
    .option('--allow-changes', 'allow targets that are not on this machine')
    .option('--report <json=path>', 'write the comparison as JSON', jsonFile)
    .action(async (a: string, b: string, options: CompareOptions) => {
      const { report: file } = options
      if (file !== undefined) expectWritable(file)
      const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31)
      const comparison = compareReports(
        await reportOf(a, { ...options, seed }, options.profileA),
        await reportOf(b, { ...options, seed }, options.profileB),
      )
      print(describeComparison(comparison, COLOURS))
      if (file !== undefined) {
        writeOrExplain(file, `${JSON.stringify(comparison, null, 2)}\n`)
        print(`wrote ${file}`)
      }
      const unusable = [comparison.a, comparison.b].some(({ verdict }) => verdict === 'unusable')
      finish(comparison.broken.length > 0 ? 1 : unusable ? 2 : 0)
    })
  return examples(command, [
    'understudy compare http://127.0.0.1:8080 http://127.0.0.1:9090 --profile-a old.yaml --profile-b new.yaml',
    'understudy compare old.json new.json',
  ])
}

/** A report that was written, or one of a run made now. */
async function reportOf(
  what: string,
  options: CompareOptions & { readonly seed: number },
  profile: string | undefined,
): Promise<Report> {
  if (existsSync(what)) return readReport(what)
  if (!URL.canParse(what)) throw new UsageError(`${what} is neither a URL nor an existing file.`)
  const { area, seed, requests, timeLimit, allowChanges } = options
  const progress = makeProgress()
  const { report } = await untilInterrupted((signal) =>
    judgeTarget(
      what,
      {
        seed,
        ...(profile !== undefined && { profile }),
        ...(area && { area }),
        ...(requests !== undefined && { requests }),
        ...(timeLimit !== undefined && { timeLimit }),
        ...(allowChanges !== undefined && { allowChanges }),
      },
      { signal, listen: progress.listen },
    ),
  )
  progress.end()
  return report
}

function jsonFile(text: string): string {
  const [, path] = /^json=(.+)$/.exec(text) ?? []
  if (path === undefined) throw new InvalidArgumentError('Use json=PATH, for example json=comparison.json.')
  return path
}
