import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { FAULTS } from '../../examples/candidate/faults.mjs'
import { startCandidate } from '../../examples/candidate/server.mjs'
import { describeFailure, describeRun } from '../../src/conformance/report/formats/terminal.ts'
import type { Report } from '../../src/conformance/report/report.ts'
import { examples } from '../command-line/examples.ts'
import type { ExitCode } from '../command-line/exit-code.ts'
import { untilInterrupted } from '../command-line/interruption.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { writeReports } from '../files/report-files.ts'
import { expectWritable, expectWritten } from '../files/write-file.ts'
import { judgeTarget } from '../judge/judge-target.ts'
import { COLOURS } from '../terminal/colours.ts'
import { paint, print } from '../terminal/output.ts'
import { makeProgress } from '../terminal/progress.ts'

/** A state that must be final and is not; a secret that must not be seen again and is. */
const FAULTS_ON = ['acknowledge-revives-resolved', 'source-token-in-list']

/** Enough for both, and quick. */
const RUN = { area: ['oncall'], requests: 2000, seed: 3 }

/** Beside the candidate, in a clone or as published. */
const PROFILE = fileURLToPath(new URL('../../examples/candidate/profile-a.yaml', import.meta.url))

export function demoCommand(finish: (code: ExitCode) => void): Command {
  const command = new Command('demo')
    .description('see it work: test an implementation with two faults, then the same one without')
    .option('--folder <folder>', 'folder for the report (default: a new temporary folder)')
    .action(async ({ folder }: { readonly folder?: string }) => {
      const html = join(folderFor(folder), 'report.html')
      expectWritable(html)
      finish(await untilInterrupted((signal) => play(html, signal)))
    })
  return examples(command, ['understudy demo', 'understudy demo --folder demo'])
}

/** Both candidates live in this process, so nothing is left behind however it ends. */
async function play(html: string, signal: AbortSignal): Promise<ExitCode> {
  title(1, 'An implementation with two faults')
  const profile = relative('', PROFILE)
  print('The example candidate is an implementation of on-call, uptime and tokens that made its own choices.')
  print('Switched on in it:')
  for (const name of FAULTS_ON) print(`  ${paint('bold', name)}: ${FAULTS.find((fault) => fault.name === name)?.what}`)

  title(2, 'Test it without telling the tests')
  const faulty = await judged(FAULTS_ON, profile, signal)
  for (const failure of faulty.failures) print(`\n${describeFailure(failure, COLOURS)}`)
  print(`\n${describeRun(faulty, COLOURS)}`)
  expectWritten(writeReports(faulty, [{ kind: 'html', path: html }]))
  print(`The same as an HTML page: ${paint('bold', html)}`)
  if (signal.aborted) return 2

  title(3, 'The same implementation, both faults off')
  const clean = await judged([], profile, signal)
  for (const failure of clean.failures) print(`\n${describeFailure(failure, COLOURS)}`)
  print(describeRun(clean, COLOURS))
  if (signal.aborted) return 2
  title('', 'Your turn')
  for (const [line, what] of NEXT) print(`  ${paint('cyan', line.padEnd(52))}  ${what}`)
  return faulty.verdict === 'does not conform' && clean.verdict === 'conforms' ? 0 : 1
}

async function judged(faults: readonly string[], profile: string, signal: AbortSignal): Promise<Report> {
  const candidate = await startCandidate({ variant: 'a', faults })
  const progress = makeProgress()
  try {
    print(
      paint(
        'dim',
        `$ understudy verify ${candidate.url} --profile ${profile} --area ${RUN.area} --requests ${RUN.requests} --seed ${RUN.seed}`,
      ),
    )
    const { report } = await judgeTarget(candidate.url, { profile, ...RUN }, { signal, listen: progress.listen })
    return report
  } finally {
    progress.end()
    await candidate.close()
  }
}

function folderFor(given: string | undefined): string {
  if (given === undefined) return mkdtempSync(join(tmpdir(), 'understudy-demo-'))
  try {
    mkdirSync(given, { recursive: true })
    return given
  } catch (error) {
    throw new UsageError(`Cannot make the folder ${given}: ${(error as Error).message}.`)
  }
}

const NEXT = [
  ['understudy init', 'create a profile and a CI workflow for your own implementation'],
  ['understudy doctor URL --profile profile.yaml', 'check the set-up'],
  ['understudy verify URL --profile profile.yaml', 'test it'],
  ['understudy serve', 'start the stateful mock, with a web console'],
] as const

function title(act: number | '', text: string): void {
  const words = act === '' ? text : `Act ${act}: ${text}`
  print(
    `${act === 1 ? '' : '\n'}${paint(['bold', 'cyan'], `== ${words} ${'='.repeat(Math.max(0, 72 - words.length))}`)}`,
  )
}
