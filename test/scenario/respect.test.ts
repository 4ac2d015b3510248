import { relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LIBRARY } from '../../bin/files/library.ts'
import { readScenarios } from '../../bin/files/scenario-files.ts'
import { mockOptionsFor } from '../../bin/replay/mock-options.ts'
import { EMPTY_PROFILE } from '../../src/contract/profile.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { createMock, type RunningMock } from '../../stateful-mock/create-mock.ts'
import { startedMock } from '../stateful-mock/support.ts'
import { tool } from '../support/command.ts'
import { sampled } from '../support/sampled.ts'
import { contract } from './support.ts'

/** An independent reading of our files: Redocly's runner plays them as they are. */
async function respected(mock: RunningMock, files: readonly string[], sources: readonly string[]) {
  const servers = sources.flatMap((source) => ['--server', `${source}=${mock.url}`])
  const { code, out, err } = await tool('redocly', ['respect', ...files, ...servers])
  const said = `${out}${err}`
  return { code, failures: code === 0 ? '' : said.slice(Math.max(0, said.indexOf('Failed tests info'))) }
}

const PASSED = { code: 0, failures: '' }

/** One of each area that gets along with the others in one world. */
const SAMPLE = [
  'tokens/key-is-shown-once',
  'iam/permissions-have-three-tiers',
  'organization/contacts-change-only-what-is-named',
  'registry/only-an-empty-registry-is-deleted',
  'email/new-domain-comes-with-its-records',
  'oncall/resolved-stays-resolved',
  'clusters/name-stands-for-one-cluster',
  'uptime/service-name-is-unique',
].map((name) => `${LIBRARY}/${name}.arazzo.yaml`)

test("Redocly's respect plays scenarios of several areas against a running mock", async () => {
  const mock = await startedMock({ seed: 'small', clock: 'real' })
  expect(await respected(mock, sampled(SAMPLE, 2), ['api', 'control'])).toEqual(PASSED)
})

/**
 * Whoever asks again really waits, so that a pause counts for longer on a mock that is asked seldom. Between other
 * requests time goes by as it does.
 */
const SPEED = 60
const SELDOM_SECONDS = 5
const PAUSE_MS = 2000

async function mockFor(scenario: Scenario): Promise<RunningMock> {
  const pauses = scenario.steps.flatMap(({ onFailure = [] }) => onFailure.map(({ retryAfter = 0 }) => retryAfter))
  const speed = pauses.some((seconds) => seconds >= SELDOM_SECONDS) ? SPEED : 1
  let [heardMs, aheadMs] = [Date.now(), 0]
  const gainedMs = () => (Date.now() - heardMs > PAUSE_MS ? (Date.now() - heardMs) * (speed - 1) : 0)
  return createMock({
    ...mockOptionsFor(scenario, EMPTY_PROFILE),
    realNow: () => Date.now() + aheadMs + gainedMs(),
    onExchange() {
      aheadMs += gainedMs()
      heardMs = Date.now()
    },
  })
}

describe.runIf(process.env.UNDERSTUDY_FULL).concurrent("Redocly's respect plays the whole library", () => {
  const scenarios = readScenarios(contract, [LIBRARY]).map((scenario) => [relative(LIBRARY, scenario.file), scenario])
  test.each(scenarios as [string, Scenario][])('%s', async (_, scenario) => {
    const mock = await mockFor(scenario)
    try {
      const sources = scenario.document.sourceDescriptions.map(({ name }) => name)
      expect(await respected(mock, [scenario.file], sources)).toEqual(PASSED)
    } finally {
      await mock.close()
    }
  })
})
