import { EMPTY_PROFILE } from '../../../src/contract/profile.ts'
import { openForReplay } from '../../../src/scenario/replay/open-for-replay.ts'
import { redactedResult } from '../../../src/scenario/replay/redacted-result.ts'
import { replay } from '../../../src/scenario/replay/replay.ts'
import { describeResult } from '../../../src/scenario/reports/terminal.ts'
import { makeStopping } from '../../../src/target/stopping.ts'
import { contractWith } from '../../files/contract.ts'
import { libraryHeads, scenarioCalled } from '../../files/scenario-files.ts'
import { freshTarget } from '../../replay/fresh-target.ts'
import { TEXT, type Tool, textOf } from './tool.ts'

const listScenarios: Tool = {
  name: 'list_scenarios',
  description: 'List the scenarios of the library: edge cases of the API as sequences of requests.',
  readOnly: true,
  properties: { search: { type: 'string', description: 'Only scenarios with this word in their name or title.' } },
  run({ search }) {
    const word = (textOf(search) ?? '').toLowerCase()
    return libraryHeads().filter((head) => JSON.stringify(head).toLowerCase().includes(word))
  },
}

/** The client waits, and cannot end it. */
const MOST_SECONDS = 300

const replayScenario: Tool = {
  name: 'replay_scenario',
  description:
    'Replay a scenario against a target or a fresh mock, and return the result of each step. A target that is not on this machine is refused.',
  readOnly: false,
  properties: {
    scenario: { type: 'string', description: 'A name from the library or a file.' },
    target: { type: 'string', description: 'The base URL of an implementation (default: a fresh mock).' },
    profile: { ...TEXT, description: 'A profile file: how to reach the target.' },
  },
  required: ['scenario'],
  async run({ scenario: name, target: url, profile }, session) {
    const scenario = scenarioCalled(contractWith(undefined), String(name))
    const file = textOf(profile)
    const stopping = makeStopping({ afterMs: MOST_SECONDS * 1000 })
    const opened =
      textOf(url) === undefined
        ? await freshTarget(
            scenario,
            file === undefined ? EMPTY_PROFILE : session.profileFrom(file),
            () => stopping.stopped,
          )
        : await openForReplay({ url: String(url), stopping, ...(file !== undefined && { profile: file }) })
    try {
      const result = redactedResult(await replay(scenario, opened.target), opened.target.contract)
      return { outcome: result.outcome, text: describeResult(result) }
    } finally {
      await opened.close()
    }
  },
}

export const SCENARIO_TOOLS: readonly Tool[] = [listScenarios, replayScenario]
