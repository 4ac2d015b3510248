import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { startCandidate } from '../../examples/candidate/server.mjs'
import { ROOT, understudy } from '../support/command.ts'
import { incidentsProfile } from '../support/incidents-profile.ts'
import { freePort } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const PROFILE = 'examples/candidate/profile-a.yaml'

async function candidate(...faults: string[]): Promise<string> {
  const running = await startCandidate({ variant: 'a', faults })
  onTestFinished(() => running.close())
  return running.url
}

test('a target that breaks a rule: the rule, the shortest sequence, curl lines, exit code 1', async () => {
  const url = await candidate('targeted-schedule-deleted')
  const folder = temporaryFolder()
  const { code, out } = await understudy(
    'verify',
    url,
    '--profile',
    PROFILE,
    '--area',
    'oncall',
    '--seed',
    '11',
    '--bail',
    '--save-failures',
    folder,
  )
  expect(code).toBe(1)
  expect(out).toContain('FAILURE deleteSchedule: accepted, although an escalation step targets this schedule')
  expect(out).toContain('  expected  409\n')
  expect(out).toContain('  3 steps:\n  1. createSchedule as owner ')
  expect(out).toContain(`curl -i -X`)
  expect(out).toContain(`again: understudy verify ${url} --profile ${PROFILE} --seed 11 --area oncall --save-failures`)
  expect(out).not.toContain('a-session-owner')

  const [file = ''] = readdirSync(folder)
  const text = readFileSync(join(folder, file), 'utf8')
  expect(text).toMatch(/^# yaml-language-server: /)
  const scenario = parse(text)
  expect(scenario).toMatchObject({ arazzo: '1.0.1', 'x-understudy': { checklist: ['ONC-09'] } })
  expect(scenario.workflows[0].steps).toHaveLength(3)
  expect(scenario.workflows[0].steps[2]).toMatchObject({
    operationId: '$sourceDescriptions.api.deleteSchedule',
    parameters: [
      { name: 'X-Session-Key', in: 'header', value: '$inputs.owner' },
      { name: 'id', in: 'path', value: '$steps.step1.outputs.id' },
    ],
    successCriteria: [{ condition: '$statusCode == 409' }],
  })
})

test('a target that keeps every rule: exit code 0', async () => {
  const { code, out } = await understudy(
    'verify',
    await candidate(),
    '--profile',
    PROFILE,
    '--area',
    'tokens',
    '--runs',
    '5',
    '--seed',
    '1',
  )
  expect(out).toContain('conforms, as far as this run could see: 0 failures, 0 warnings')
  expect(code).toBe(0)
})

test('learn writes a profile that keeps what was there and adds what was seen', async () => {
  const file = join(temporaryFolder(), 'learned.yaml')
  const { code, out } = await understudy(
    'learn',
    await candidate(),
    '--profile',
    incidentsProfile(),
    '--area',
    'oncall',
    '--runs',
    '0',
    '--write',
    file,
  )
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/^\d+ choices seen in \d+ requests, written to /),
  })
  expect(parse(readFileSync(file, 'utf8'))).toMatchObject({
    name: 'candidate, variant a',
    gaps: { 'oncall.repeat-acknowledge': 'refuse' },
  })
})

test('what cannot be judged is said in one sentence, exit code 2', async () => {
  const port = await freePort()
  const closed = `http://127.0.0.1:${port}`
  expect(await understudy('verify', closed, '--profile', PROFILE)).toEqual({
    code: 2,
    out: '',
    err: `${closed} cannot be reached: ECONNREFUSED.\n`,
  })
  expect(await understudy('verify', 'nonsense')).toEqual({
    code: 2,
    out: '',
    err: 'nonsense is not a URL, for example http://127.0.0.1:4010.\n',
  })
  expect((await understudy('verify', 'http://203.0.113.9')).err).toContain('Add --allow-changes')
  expect((await understudy('verify', await candidate())).err).toBe(
    'No actor has a credential: give a --profile whose actors have headers.\n',
  )
})

test('what costs something needs a budget; what was left out for want of one is named', async () => {
  const file = join(temporaryFolder(), 'thrifty.yaml')
  writeFileSync(
    file,
    readFileSync(PROFILE, 'utf8')
      .replace(/^budget:.*$/m, 'budget: { permanent: 0 }')
      .replace('./driver.mjs', join(ROOT, 'examples/candidate/driver.mjs')),
  )
  const { code, out } = await understudy(
    'verify',
    await candidate(),
    '--profile',
    file,
    '--area',
    'tokens',
    '--runs',
    '2',
    '--seed',
    '1',
  )
  expect(out).toContain('not exercised, because the profile has no budget: createToken')
  expect(out).toContain('2 of 3 operations')
  expect(code).toBe(0)
})
