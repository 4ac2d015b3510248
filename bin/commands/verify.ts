import { Command, Option } from 'commander'
import { describeFailure, describeRun } from '../../src/conformance/reports/terminal.ts'
import type { RunEvent } from '../../src/conformance/runner.ts'
import { AREAS } from '../../src/contract/areas.ts'
import { COLOURS } from '../colours.ts'
import { examples } from '../examples.ts'
import type { ExitCode } from '../exit-code.ts'
import { paint, print } from '../output.ts'
import { judgeTarget, type TargetOptions, wholeNumber } from '../target.ts'
import { UsageError } from '../usage-error.ts'

const RUNS = 200
const STEPS = 20

export function verifyCommand(finish: (code: ExitCode) => void): Command {
  const command = new Command('verify')
    .description('judge an implementation against the contract')
    .argument('<url>', 'base URL of the target')
    .option('--profile <file>', 'what the target chose and how to reach it')
    .option('--runs <n>', 'random sequences', wholeNumber, RUNS)
    .option('--max-steps <n>', 'steps of a sequence', wholeNumber, STEPS)
    .option('--requests <n>', 'start no new sequence after this many requests', wholeNumber)
    .option('--seed <n>', 'repeat a run', wholeNumber)
    .addOption(new Option('--area <area...>', 'only these areas').choices([...AREAS]))
    .option('--time-limit <s>', 'start no new sequence after this many seconds', wholeNumber)
    .option('--save-failures <dir>', 'write each failure as a scenario')
    .option('--allow-changes', 'the target may be on another machine')
    .option('--strict', 'a broken implied rule is a failure too')
    .option('--bail', 'stop at the first failure')
    .action(async (url: string, options: TargetOptions) => {
      const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31)
      let failures = 0
      const listen = (event: RunEvent) => {
        if (event.kind === 'failure') failures++
        if (event.kind === 'sequence') progress(`${event.phase}: ${event.requests} requests, ${failures} failures`)
      }
      const { contract, result, operations, saved } = await judgeTarget(url, { ...options, seed }, listen)
      progress('')
      for (const shrunk of result.failures) print(`${describeFailure(contract, shrunk, url, COLOURS)}\n`)
      for (const file of saved) print(`saved ${file}`)
      print(describeRun(contract, result, operations, COLOURS))
      print(paint('dim', `again: ${commandLine(url, options, seed)}`))
      const proven = result.failures.some(({ finding }) => finding.severity === 'failure' || options.strict)
      if (result.unreachable !== undefined && !proven)
        throw new UsageError(`The target stopped answering: ${result.unreachable}.`)
      finish(proven ? 1 : 0)
    })
  return examples(command, [
    'understudy verify http://127.0.0.1:4010',
    'understudy verify http://127.0.0.1:8080 --profile profile.yaml --area oncall uptime --seed 7',
  ])
}

/** The command that repeats this run. */
function commandLine(url: string, { profile, area, runs, maxSteps }: TargetOptions, seed: number): string {
  const parts = [
    profile && `--profile ${profile}`,
    area && `--area ${area.join(' ')}`,
    runs !== RUNS && `--runs ${runs}`,
    maxSteps !== STEPS && `--max-steps ${maxSteps}`,
    `--seed ${seed}`,
  ]
  return ['understudy verify', url, ...parts.filter(Boolean)].join(' ')
}

/** One line that replaces itself on a terminal; nothing in a pipe. */
function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`)
}
