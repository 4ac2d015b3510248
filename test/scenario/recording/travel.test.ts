import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startRecorder } from '../../../bin/record/recorder.ts'
import { startCandidate } from '../../../examples/candidate/server.mjs'
import { startCandidate as startSecondCandidate } from '../../../examples/second-candidate/server.ts'
import { type Contract, loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { readProfile } from '../../../src/contract/profile/read-profile.ts'
import { buildPath } from '../../../src/contract/routes.ts'
import { readScenario } from '../../../src/scenario/reading/read-scenario.ts'
import { recorded } from '../../../src/scenario/recording/recorded.ts'
import { leavesOf } from '../../../src/scenario/recording/values/known-values.ts'
import { openForReplay } from '../../../src/scenario/replay/open-for-replay.ts'
import { replay } from '../../../src/scenario/replay/replay.ts'
import { describeResult } from '../../../src/scenario/reports/terminal.ts'
import type { Scenario } from '../../../src/scenario/scenario.ts'
import { scenarioText } from '../../../src/scenario/scenario-text.ts'
import { ROOT } from '../../support/command.ts'
import { sampled } from '../../support/sampled.ts'
import { contract as plain, played } from '../support.ts'
import { type Caller, SESSIONS } from './sessions.ts'

type Variant = 'a' | 'b'

interface Implementation {
  readonly folder: string
  start(how: { port: number; variant: Variant }): Promise<{ url: string; close(): Promise<unknown> }>
}

const FIRST: Implementation = { folder: join(ROOT, 'examples/candidate'), start: startCandidate }
const SECOND: Implementation = { folder: join(ROOT, 'examples/second-candidate'), start: startSecondCandidate }

const profileOf = ({ folder }: Implementation, variant: Variant) => join(folder, `profile-${variant}.yaml`)

function contractOf(implementation: Implementation, variant: Variant): Contract {
  const file = profileOf(implementation, variant)
  return loadContract(source, readProfile(source, { text: readFileSync(file, 'utf8'), file, environment: {} }))
}

/** Calls operations by their names, wherever a target has them. */
const callerOn =
  (contract: Contract, url: string): Caller =>
  async (as, id, { path = {}, query = {}, body, refused = false } = {}) => {
    const operation = contract.operation(id)
    const search = new URLSearchParams(query)
    const response = await fetch(url + buildPath(operation, path) + (search.size > 0 ? `?${search}` : ''), {
      method: operation.method,
      headers: {
        ...contract.profile.actors[as]?.headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status >= 400 !== refused) throw new Error(`${id} answered ${response.status}: ${text}`)
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} }
  }

describe.each([
  ['a', 'b'],
  ['b', 'a'],
] as const)('recorded on variant %s, replayed on the mock and on variant %s', (here, elsewhere) => {
  test.each(sampled(SESSIONS, 2))('$area', async ({ area, before, session }) => {
    const implementation = ['tokens', 'oncall', 'uptime'].includes(area) ? FIRST : SECOND
    const { url, close } = await implementation.start({ port: 0, variant: here })
    onTestFinished(async () => void (await close()))
    const contract = contractOf(implementation, here)
    const { vocabulary } = contract.profile
    const there = await before(callerOn(contract, url), vocabulary)
    const recorder = await startRecorder(url, 0)
    onTestFinished(() => recorder.close())
    await session(callerOn(contract, recorder.url), there, vocabulary)
    const { document, dependences, others } = recorded(contract, recorder.exchanges, {
      title: area,
      name: area,
      mock: false,
    })
    const text = scenarioText(document)
    expect({ dependences, others }).toEqual({ dependences: [], others: [] })
    const said = leavesOf(
      document.workflows[0]?.steps.flatMap(({ parameters, requestBody }) => [parameters, requestBody]),
    )
    expect(Object.values(there).filter((value) => said.map(String).includes(value))).toEqual([])
    const scenario = readScenario(plain, { text, file: `recorded/${area}.arazzo.yaml` })
    expect(describeResult(await played(scenario))).toMatch(/^passed /)
    expect(await playedOn(scenario, implementation, elsewhere)).toMatch(/^passed /)
    expect(await playedOn(scenario, implementation, here)).toMatch(/^passed /)
  })
})

/** On a freshly started variant. */
async function playedOn(scenario: Scenario, implementation: Implementation, variant: Variant): Promise<string> {
  const { url, close } = await implementation.start({ port: 0, variant })
  const { target, close: leave } = await openForReplay({ url, profile: profileOf(implementation, variant) })
  try {
    return describeResult(await replay(scenario, target))
  } finally {
    await leave()
    await close()
  }
}
