import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { ROOT, run, understudy } from '../support/command.ts'

test('spec bundle prints one document, in either format, with a profile applied', async () => {
  const [json, yaml] = await Promise.all([
    understudy('spec', 'bundle', '--format', 'json'),
    understudy('spec', 'bundle'),
  ])
  expect(JSON.parse(json.out)).toEqual(parse(yaml.out))
  expect(JSON.parse(json.out)).toMatchObject({ openapi: '3.1.0' })
})

test('spec operations lists them all and counts those with a binding of ours', async () => {
  const all = [...loadContract(source).operations.values()]
  const ours = all.filter(({ assumedBinding }) => assumedBinding)
  const { out } = await understudy('spec', 'operations')
  expect(out.trimEnd().split('\n').at(-1)).toBe(
    `${all.length} operations, ${ours.length} with a binding of our choice (*)`,
  )
  const { out: json } = await understudy('spec', 'operations', '--area', 'iam', '--json')
  expect(JSON.parse(json).map(({ id }: { id: string }) => id)).toEqual(['getIamCatalog', 'listPermissions'])
})

test('spec gaps lists at least 150, one in detail, and helps with a typo', async () => {
  const { out } = await understudy('spec', 'gaps', '--json')
  expect(JSON.parse(out).length).toBeGreaterThanOrEqual(150)
  expect((await understudy('spec', 'gaps', 'oncall.repeat-acknowledge')).out).toContain('{"enum":["accept","refuse"]}')
  expect(await understudy('spec', 'gaps', 'onkall')).toEqual({
    code: 2,
    out: '',
    err: 'No gap starts with onkall (did you mean oncall?).\n',
  })
})

test('spec rules shows one rule with its source, also where another begins with its id', async () => {
  const { out } = await understudy('spec', 'rules', 'general.caller-needed')
  expect(out).toMatch(
    /^rule {10}general\.caller-needed\nsays {10}Without an .*\nsource {8}Authentication, point 1; Errors\nprovenance {4}stated\nstatus {8}401\n/,
  )
  const assumed = await understudy('spec', 'rules', 'general.permission-needed')
  expect(assumed.out).toContain('\nleft open in  Authentication, point 3')
  expect(assumed.out).not.toContain('1 rules')
})

test('spec rules helps with a typo', async () => {
  expect(await understudy('spec', 'rules', 'onkall')).toEqual({
    code: 2,
    out: '',
    err: 'No rule starts with onkall (did you mean oncall?).\n',
  })
})

test('spec diagram draws a machine', async () => {
  const { out } = await understudy('spec', 'diagram', 'oncallincident.status')
  expect(out).toContain('stateDiagram-v2\n  [*] --> open: openIncident\n')
  expect(await understudy('spec', 'diagram', 'Clutser')).toEqual({
    code: 2,
    out: '',
    err: 'There is no machine Clutser (did you mean Cluster?).\n',
  })
})

test('wrong usage is one sentence and exit code 2', async () => {
  expect(await understudy('sepc')).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining("error: unknown command 'sepc'\n(Did you mean spec?)"),
  })
  expect(await understudy('spec', 'lint', '--jsn')).toMatchObject({
    code: 2,
    err: expect.stringContaining("error: unknown option '--jsn'"),
  })
  expect(await understudy('spec', 'bundle', '--profile', 'no.yaml')).toEqual({
    code: 2,
    out: '',
    err: 'Cannot read no.yaml: there is no such file.\n',
  })
})

test('--help everywhere, with examples', async () => {
  for (const command of ['lint', 'bundle', 'operations', 'gaps', 'diagram']) {
    const { code, out } = await understudy('spec', command, '--help')
    expect(code).toBe(0)
    expect(out).toContain(`Examples:\n  $ understudy spec ${command}`)
  }
  expect((await understudy('--help')).out).toContain('spec')
})

test('a pipe that closes early ends quietly', async () => {
  const { code, err } = await run(
    'bash',
    ['-c', `set -o pipefail; "${process.execPath}" bin/understudy.js spec bundle | head -1`],
    { cwd: ROOT },
  )
  expect({ code, err }).toEqual({ code: 0, err: '' })
})
