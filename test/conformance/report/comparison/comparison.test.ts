import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { FAULTS } from '../../../../examples/candidate/faults.mjs'
import { startCandidate } from '../../../../examples/candidate/server.mjs'
import { compareReports } from '../../../../src/conformance/report/comparison/comparison.ts'
import { describeComparison } from '../../../../src/conformance/report/comparison/terminal.ts'
import type { Report } from '../../../../src/conformance/report/report.ts'
import { verify } from '../../../../src/conformance/verify.ts'
import { understudy } from '../../../support/command.ts'
import { incidentsProfile } from '../../../support/incidents-profile.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const profileOf = (variant: 'a' | 'b') => `examples/candidate/profile-${variant}.yaml`

async function started(variant: 'a' | 'b'): Promise<string> {
  const candidate = await startCandidate({ variant, faults: [], port: 0 })
  onTestFinished(() => candidate.close())
  return candidate.url
}

async function judged(variant: 'a' | 'b', faults: readonly string[] = []) {
  const candidate = await startCandidate({ variant, faults, port: 0 })
  const { report } = await verify({
    url: candidate.url,
    profile: incidentsProfile(variant),
    areas: ['tokens', 'oncall'],
    seed: 3,
    runs: 0,
    skip: ['invalid', 'parallel'],
  }).finally(() => candidate.close())
  return report
}

let clean: Report

beforeAll(async () => {
  clean = await judged('b')
})

test('two variants that both keep the contract differ in choices alone', async () => {
  const comparison = compareReports(await judged('a'), clean)
  expect(comparison.broken).toEqual([])
  expect(comparison.choices).toContainEqual(expect.objectContaining({ gap: 'general.unknown-status', a: 404, b: 422 }))
  expect(comparison.choices.map(({ gap }) => gap)).not.toContain('tokens.start')
  expect(describeComparison(comparison)).toContain('0 differences against the contract')
})

test('a fault is told from a choice, with a sequence about as short as by hand', async () => {
  const fault = FAULTS.find(({ name }) => name === 'acknowledge-revives-resolved')
  const faulty = await judged('a', [fault?.name ?? ''])
  const comparison = compareReports(clean, faulty)
  expect(comparison.broken).toMatchObject([{ by: 'B', failure: { operation: 'acknowledgeIncident' } }])
  expect(comparison.broken[0]?.failure.steps.length).toBeLessThanOrEqual((fault?.minimal.length ?? 0) + 2)
  expect(compareReports(faulty, clean).broken).toMatchObject([{ by: 'A' }])
  expect(compareReports(faulty, faulty).broken).toMatchObject([{ by: 'both' }])
  expect(describeComparison(comparison)).toContain('B breaks the contract, A does not:')

  const folder = temporaryFolder()
  const files = [clean, faulty].map((report, index) => {
    const file = join(folder, `${index}.json`)
    writeFileSync(file, JSON.stringify(report))
    return file
  })
  const { code, out } = await understudy('compare', ...files, '--report', `json=${folder}/c.json`)
  expect({ code, last: out.trimEnd().split('\n').at(-2) }).toMatchObject({
    code: 1,
    last: expect.stringMatching(/^1 difference against the contract, \d+ choices that may differ$/),
  })
  expect(JSON.parse(readFileSync(join(folder, 'c.json'), 'utf8')).broken).toHaveLength(1)
})

test('the command runs on two targets itself, and says what is neither', async () => {
  const [a, b] = [await started('a'), await started('b')]
  const profiles = ['--profile-a', profileOf('a'), '--profile-b', profileOf('b')]
  const run = await understudy('compare', a, b, ...profiles, '--area', 'tokens', '--requests', '50', '--seed', '1')
  expect(run).toMatchObject({ code: 0, out: expect.stringContaining('0 differences against the contract') })
  expect(await understudy('compare', 'nowhere.json', b)).toMatchObject({
    code: 2,
    err: 'nowhere.json is neither a URL nor an existing file.\n',
  })
})
