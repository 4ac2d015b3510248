import { randomBytes } from 'node:crypto'
import { Command } from 'commander'
import { type Contract, loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { limitPatterns } from '../../src/scenario/criteria/limited-patterns.ts'
import { openForReplay } from '../../src/scenario/replay/open-for-replay.ts'
import { redactedResult } from '../../src/scenario/replay/redacted-result.ts'
import { replay } from '../../src/scenario/replay/replay.ts'
import type { ScenarioResult } from '../../src/scenario/replay/result.ts'
import type { Spent } from '../../src/scenario/replay/why-not.ts'
import { junit } from '../../src/scenario/reports/junit.ts'
import { describeResult, describeTotals } from '../../src/scenario/reports/terminal.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { makeStopping, type Stopping } from '../../src/target/stopping.ts'
import { profileSecrets } from '../../src/target/writing/profile-secrets.ts'
import { makeRedactor } from '../../src/target/writing/redactor.ts'
import { examples } from '../command-line/examples.ts'
import type { ExitCode } from '../command-line/exit-code.ts'
import { untilInterrupted } from '../command-line/interruption.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { contractWith } from '../files/contract.ts'
import { readScenarios } from '../files/scenario-files.ts'
import { expectWritable, writeOrExplain } from '../files/write-file.ts'
import { freshTarget } from '../replay/fresh-target.ts'
import { COLOURS } from '../terminal/colours.ts'
import { print } from '../terminal/output.ts'
import { redactStreams } from '../terminal/redact-streams.ts'

interface Options {
  readonly target?: string
  readonly profile?: string
  readonly report?: readonly string[]
  readonly allowChanges?: boolean
}

export function replayCommand(finish: (code: ExitCode) => void): Command {
  const command = new Command('replay')
    .description('replay scenarios against a target, or against a built-in mock')
    .argument('<path...>', 'scenario files, folders, or names from the built-in library')
    .option('--target <url>', 'base URL of the target (default: a fresh built-in mock for each scenario)')
    .option('--profile <file>', 'profile: how to reach the target and what it chose')
    .option('--report <kind=file...>', 'write a report: junit=FILE')
    .option('--allow-changes', 'allow a target that is not on this machine')
    .action(async (paths: string[], options: Options) => {
      limitPatterns()
      const reports = (options.report ?? []).map(parsedReport)
      for (const { file } of reports) expectWritable(file)
      const { profile } = contractWith(options.profile)
      redactStreams(makeRedactor(profileSecrets(profile)).secrets)
      const scenarios = readScenarios(contractWith(undefined), paths)
      const results = await untilInterrupted((signal) => {
        const stopping = makeStopping({ signal })
        const { target } = options
        return playAll(scenarios, stopping, () =>
          target === undefined ? freshPlayer(profile, stopping) : targetPlayer(target, options, stopping),
        )
      })
      print(`\n${describeTotals(results, COLOURS)}`)
      for (const { file } of reports) writeOrExplain(file, junit(results))
      if (results.length < scenarios.length) throw new UsageError('The run was stopped before its end.')
      finish(results.some(({ outcome }) => outcome === 'failed') ? 1 : 0)
    })
  return examples(command, [
    'understudy replay scenarios',
    'understudy replay resolved-stays-resolved',
    'understudy replay scenarios/oncall --target http://127.0.0.1:8080 --profile profile.yaml',
    'understudy replay failure.arazzo.yaml --report junit=results.xml',
  ])
}

/** Plays one after the other, until the run is stopped. */
async function playAll(
  scenarios: readonly Scenario[],
  stopping: Stopping,
  open: () => Player | Promise<Player>,
): Promise<ScenarioResult[]> {
  const player = await open()
  const results: ScenarioResult[] = []
  try {
    for (const scenario of scenarios) {
      if (stopping.stopped) break
      const result = redactedResult(await player.play(scenario), player.contract)
      results.push(result)
      print(describeResult(result, COLOURS))
    }
  } finally {
    await player.close()
  }
  return results
}

interface Player {
  readonly contract: Contract
  play(scenario: Scenario): Promise<ScenarioResult>
  close(): Promise<void>
}

type Profile = Parameters<typeof freshTarget>[1]

function freshPlayer(profile: Profile, stopping: Stopping): Player {
  return {
    contract: loadContract(source, profile),
    async play(scenario) {
      const { target, close } = await freshTarget(scenario, profile, () => stopping.stopped)
      try {
        return await replay(scenario, target)
      } finally {
        await close()
      }
    },
    close: async () => {},
  }
}

async function targetPlayer(url: string, options: Options, stopping: Stopping): Promise<Player> {
  const { profile, allowChanges = false } = options
  const given = profile === undefined ? {} : { profile }
  const { target, close } = await openForReplay({ url, allowChanges, stopping, ...given })
  const spent: Spent = new Map()
  return {
    contract: target.contract,
    play: (scenario) => replay(scenario, { ...target, salt: randomBytes(4).toString('hex') }, { spent }),
    close,
  }
}

function parsedReport(text: string): { readonly file: string } {
  const [, kind, file] = /^(\w+)=(.+)$/.exec(text) ?? []
  if (kind !== 'junit' || file === undefined) throw new UsageError(`${text} is not a valid report; use junit=FILE.`)
  return { file }
}
