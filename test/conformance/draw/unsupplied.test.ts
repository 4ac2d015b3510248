import { expect, onTestFinished, test } from 'vitest'
import { unsupplied } from '../../../src/conformance/draw/unsupplied.ts'
import { usefulEvents } from '../../../src/conformance/plan/useful-events.ts'
import { verify } from '../../../src/conformance/verify.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { EMPTY_PROFILE, type Profile, type Vocabulary } from '../../../src/contract/profile.ts'
import { fetchClient } from '../../../src/target/fetch-client.ts'
import { mockProfile } from '../../../src/target/opening/mock-profile.ts'
import { createMock } from '../../../stateful-mock/create-mock.ts'
import { sampled } from '../../support/sampled.ts'

const WITHOUT: readonly { area: string; entries: readonly (keyof Vocabulary)[] }[] = [
  { area: 'oncall', entries: ['users', 'oncallServices', 'provider'] },
  { area: 'email', entries: ['eventTypes', 'domainSuffix'] },
]

test.each(sampled(WITHOUT, 2))(
  '$area without $entries: what is foretold is what a run sees no success of',
  async (without) => {
    const mock = await createMock({ port: 0, seed: 'empty' })
    onTestFinished(() => mock.close())
    const own = (await mockProfile(fetchClient((path, init) => mock.fetch(path, init)))) ?? EMPTY_PROFILE
    const left = Object.entries(own.vocabulary).filter(([name]) => !without.entries.includes(name as keyof Vocabulary))
    const profile: Profile = { ...own, vocabulary: Object.fromEntries(left) }
    const { report } = await verify({ url: mock.url, profile, areas: [without.area], runs: 0, seed: 1 })
    const never = report.operations.filter(({ statuses }) => !Object.keys(statuses).some((status) => status < '300'))

    const foretold = unsupplied(loadContract(source, profile))
    expect(foretold.map(({ entry }) => entry).sort()).toEqual([...without.entries].sort())
    expect([...new Set(foretold.flatMap(({ operations }) => operations))].sort()).toEqual(
      never.map(({ id }) => id).sort(),
    )
    expect(never.length).toBeGreaterThan(10)
  },
)

test('an operation that is left out is no reason to ask for anything', () => {
  const wanting = unsupplied(loadContract(source, EMPTY_PROFILE))
  const leaveOut = wanting.flatMap(({ operations }) => operations)
  expect(unsupplied(loadContract(source, { ...EMPTY_PROFILE, leaveOut }))).toEqual([])
})

test('the events that matter are those of the areas that are judged', () => {
  const all = loadContract(source, EMPTY_PROFILE)
  const leaveOut = [...all.operations.values()].filter(({ area }) => area !== 'oncall').map(({ id }) => id)
  const oncall = usefulEvents(loadContract(source, { ...EMPTY_PROFILE, leaveOut }))
  expect(oncall).toEqual(expect.arrayContaining(['advanceClock', 'alertFires', 'listPages', 'statusPageViewed']))
  expect(oncall).not.toContain('imagePushed')
  expect(usefulEvents(all)).toEqual(expect.arrayContaining([...oncall, 'imagePushed', 'nodeJoins', 'messageSent']))
  for (const event of usefulEvents(all)) expect(all.controlOperations.has(event), event).toBe(true)
})
