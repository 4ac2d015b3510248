import { Command, Option } from 'commander'
import { parseDocument } from 'yaml'
import { learnedGaps } from '../../src/conformance/report/learned-profile.ts'
import { AREAS } from '../../src/contract/areas.ts'
import { readText } from '../../src/target/opening/read-text.ts'
import { examples } from '../command-line/examples.ts'
import type { ExitCode } from '../command-line/exit-code.ts'
import { untilInterrupted } from '../command-line/interruption.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { atLeastOne, wholeNumber } from '../command-line/whole-number.ts'
import { expectWritable, writeOrExplain } from '../files/write-file.ts'
import { type JudgeOptions, judgeTarget } from '../judge/judge-target.ts'
import { inShort } from '../terminal/in-short.ts'
import { print, printFile } from '../terminal/output.ts'
import { makeProgress } from '../terminal/progress.ts'

interface LearnOptions extends JudgeOptions {
  readonly write?: string
}

export function learnCommand(finish: (code: ExitCode) => void): Command {
  const command = new Command('learn')
    .description('observe what a target does at the gaps of the contract, and write it as a profile')
    .argument('<url>', 'base URL of the target')
    .requiredOption('--profile <file>', 'profile to start from; gaps it already sets are kept')
    .option('--write <file>', 'file to write (default: standard output)')
    .option('--runs <n>', 'number of random sequences', wholeNumber, 100)
    .option('--max-steps <n>', 'maximum steps in a sequence', atLeastOne, 20)
    .option('--seed <n>', 'random seed, to repeat a run', wholeNumber, 1)
    .addOption(new Option('--area <area...>', 'only these areas').choices([...AREAS]))
    .option('--allow-changes', 'allow a target that is not on this machine')
    .action(async (url: string, options: LearnOptions) => {
      if (options.write !== undefined) expectWritable(options.write)
      const progress = makeProgress()
      const { contract, result, redactor } = await untilInterrupted((signal) =>
        judgeTarget(url, { ...options, seed: options.seed ?? 1, learning: true }, { signal, listen: progress.listen }),
      )
      progress.end()
      const { stopped } = result
      if (stopped?.because === 'unreachable') throw new UsageError(`The target stopped answering: ${stopped.detail}.`)
      if (stopped?.because === 'interrupted') throw new UsageError('Interrupted: nothing was written.')
      const gaps = redactor.value(learnedGaps(contract, result.coverage))
      const text = withGaps(readText(options.profile ?? ''), gaps)
      if (options.write === undefined) printFile(text)
      else {
        writeOrExplain(options.write, text)
        print(`${gaps.length} choices seen in ${result.requests} requests, written to ${options.write}`)
      }
      finish(0)
    })
  return examples(command, ['understudy learn http://127.0.0.1:8080 --profile profile.yaml --write learned.yaml'])
}

/**
 * The profile as it was written, comments and all, with what was seen in its gaps. A point where the
 * target did now this, now that is only noted: a target is held to what stands in a profile.
 */
function withGaps(profile: string, gaps: ReturnType<typeof learnedGaps>): string {
  const document = parseDocument(profile)
  const settled = gaps.filter(({ others }) => others.length === 0)
  for (const { gap, value } of settled) if (!document.hasIn(['gaps', gap])) document.setIn(['gaps', gap], value)
  const torn = gaps
    .filter(({ others }) => others.length > 0)
    .map(({ gap, value, others }) => `#   ${gap}: ${inShort([value, ...others])}`)
  const note =
    torn.length > 0 ? `\n# The target answered inconsistently here, so these are left open:\n${torn.join('\n')}\n` : ''
  return document.toString({ lineWidth: 120 }) + note
}
