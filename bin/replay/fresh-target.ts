import type { Profile } from '../../src/contract/profile.ts'
import type { OpenReplayTarget, ReplayTarget } from '../../src/scenario/replay/replay-target.ts'
import { makeTurns } from '../../src/scenario/replay/turns.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { NO_DRIVER } from '../../src/target/driver.ts'
import { fetchClient } from '../../src/target/fetch-client.ts'
import { createMock, type RunningMock } from '../../stateful-mock/create-mock.ts'
import { mockOptionsFor } from './mock-options.ts'

/** A mock in this process, in a world made for one scenario. Its time passes only when somebody lets it. */
export async function freshTarget(
  scenario: Scenario,
  profile: Profile,
  stopped: () => boolean = () => false,
): Promise<OpenReplayTarget> {
  const now = Date.now()
  const mock = await createMock({ ...mockOptionsFor(scenario, profile), realNow: () => now })
  return { target: { ...targetOn(mock), stopped }, close: () => mock.close() }
}

/** A mock of this process as a target. */
export function targetOn(mock: RunningMock): ReplayTarget {
  const client = fetchClient((path, init) => mock.fetch(path, init))
  return {
    contract: mock.contract,
    url: mock.url,
    actors: Object.fromEntries(mock.callers.map(({ name, headers }) => [name, headers])),
    kind: 'fresh',
    driver: NO_DRIVER,
    salt: undefined,
    takeTurns: makeTurns(() => new Promise((resolve) => setImmediate(resolve))),
    send: (sent) => client.send(sent),
    async wait(seconds) {
      const body = JSON.stringify({ by: `PT${seconds}S` })
      await mock.fetch('/_understudy/clock/advance', { method: 'POST', headers: JSON_TYPE, body })
    },
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }
