import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { version } from '../../bin/command-line/version.ts'
import { startCandidate } from '../../examples/candidate/server.mjs'
import source from '../../src/contract/generated/spec.js'
import { profileSchema } from '../../src/contract/profile/profile-schema.ts'
import { readProfile } from '../../src/contract/profile/read-profile.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'
import { contractOf } from '../examples/candidate.ts'
import { understudy } from '../support/command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { renamedDescription } from '../target/matching/renamed-description.ts'

const textOf = (...parts: string[]) => readFileSync(join(...parts), 'utf8')
/** What init writes is for the version that wrote it. */
const NAME = `understudy-api@${version()}`
const WORKFLOW = '.github/workflows/conformance.yml'

test('init writes a profile and a CI file, says so, and says what to do next', async () => {
  const folder = temporaryFolder()
  const { code, out, err } = await understudy('init', folder)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain(`wrote  ${folder}/profile.yaml\nwrote  ${folder}/${WORKFLOW}\n\nNext:\n  1. edit `)
  const { jobs } = parse(textOf(folder, WORKFLOW))
  const runs = jobs.conformance.steps.map(({ run = '' }) => run).join('\n')
  expect(textOf(folder, 'profile.yaml').split('\n')[0]).toBe(
    `# yaml-language-server: $schema=https://unpkg.com/${NAME}/dist/spec/profile.schema.json`,
  )
  expect(runs).toContain(`npx --yes ${NAME} doctor "$TARGET" --wait 60 --profile profile.yaml`)
  expect(runs).toContain(`npx --yes ${NAME} verify "$TARGET" --wait 60 --profile profile.yaml --preset smoke`)
})

test('the profile is valid as it stands, and with everything in it uncommented', async () => {
  const folder = temporaryFolder()
  await understudy('init', folder, '--ci', 'none')
  const file = join(folder, 'profile.yaml')
  const text = textOf(file)
  const read = (text: string) => readProfile(source, { text, file, environment: { PROVIDER_TOKEN: 'token' } })
  expect(Object.keys(read(text).actors)).toEqual(['owner', 'member', 'outsider', 'nobody'])

  const whole = text.replaceAll(/^#(?=\S| {2}\S)/gm, '')
  expect(read(whole)).toMatchObject({ driver: { module: './driver.mjs' }, gaps: { 'general.validation-status': 422 } })
  const { properties } = profileSchema(source) as { properties: Record<string, { properties?: object }> }
  const keys = parse(whole)
  expect(Object.keys(keys).sort()).toEqual(Object.keys(properties).sort())
  for (const section of ['vocabulary', 'budget', 'deadlines'])
    expect(Object.keys(keys[section]), section).toEqual(
      expect.arrayContaining(
        Object.entries(properties[section]?.properties ?? {}).flatMap(([name, schema]) =>
          /No longer used/.test(JSON.stringify(schema)) ? [] : [name],
        ),
      ),
    )
  expect(whole).not.toContain('No longer used')
})

test('as it stands it fits a mock that is served with it', async () => {
  const folder = temporaryFolder()
  await understudy('init', folder, '--ci', 'none')
  const file = join(folder, 'profile.yaml')
  const mock = await createMock({
    port: 0,
    profile: readProfile(source, { text: textOf(file), file, environment: {} }),
  })
  onTestFinished(() => mock.close())
  const { code, out } = await understudy('doctor', mock.url, '--profile', file)
  expect(out).not.toContain('problem')
  expect(out).toContain('ok       actor       outsider, owner of globex\n')
  expect(code).toBe(0)

  const judged = await understudy(
    'verify',
    mock.url,
    '--profile',
    file,
    '--area',
    'oncall',
    '--preset',
    'smoke',
    '--seed',
    '1',
    '--requests',
    '300',
  )
  expect(judged.out).toContain('conforms, as far as this run could see')
})

test('what is there is kept, unless --force is given', async () => {
  const folder = temporaryFolder()
  const profile = join(folder, 'profile.yaml')
  writeFileSync(profile, 'name: mine\n')
  const first = await understudy('init', folder, '--ci', 'gitlab')
  expect(first.out).toContain(`kept   ${profile}, which already exists`)
  expect(first.out).toContain(`wrote  ${folder}/.gitlab/conformance.yml\n`)
  expect(parse(textOf(folder, '.gitlab/conformance.yml')).conformance.script).toHaveLength(2)
  expect(existsSync(join(folder, WORKFLOW))).toBe(false)

  expect(await understudy('init', folder, '--ci', 'gitlab')).toEqual({
    code: 2,
    out: '',
    err: `Nothing was written: ${profile} and ${folder}/.gitlab/conformance.yml are there already; use --force to overwrite.\n`,
  })
  expect(textOf(profile)).toBe('name: mine\n')
  expect((await understudy('init', folder, '--ci', 'none', '--force')).code).toBe(0)
  expect(textOf(profile)).toContain('actors:')
})

test('wrong usage is one sentence and exit code 2', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  expect(await understudy('init', file)).toEqual({ code: 2, out: '', err: `${file} is not a folder.\n` })
  expect((await understudy('init', '--ci', 'jenkins')).code).toBe(2)
})

test('init finds the operations in a description of the implementer, and lists those that are left to choose', async () => {
  const folder = temporaryFolder()
  const { url, close } = await startCandidate({ port: 0, variant: 'a' })
  onTestFinished(async () => void (await close()))
  const contract = contractOf('a')
  const { document, places } = renamedDescription(contract, 1, { renamed: false })
  const theirs = join(folder, 'theirs.yaml')
  writeFileSync(theirs, stringify(document))
  const header = 'X-Session-Key: a-session-owner-7Qm2'
  const asking = ['--openapi', theirs, '--target', url, '--header', header]
  const { code, out, err } = await understudy('init', folder, '--ci', 'none', ...asking)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(
    /^wrote {2}.*profile\.yaml\nbound {2}\d+ operations; \d+ have several matches \(choose one\), \d+ have none\n/,
  )
  const file = join(folder, 'profile.yaml')
  const { bindings } = readProfile(source, { text: textOf(file), file, environment: {} })
  for (const [id, { method, path }] of Object.entries(bindings)) expect(`${method} ${path}`, id).toBe(places.get(id))
  expect(Object.keys(bindings).length).toBeGreaterThan(10)
  expect(textOf(file)).toContain('# retractUpdate: one of')
})

test('init says what is wrong with a description', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'swagger.json')
  writeFileSync(file, '{"swagger":"2.0","paths":{}}')
  expect(await understudy('init', folder, '--openapi', file)).toEqual({
    code: 2,
    out: '',
    err: `${file} cannot be used: it is Swagger 2.0; convert it to OpenAPI 3 first.\n`,
  })
  expect(await understudy('init', folder, '--target', 'http://127.0.0.1:1')).toMatchObject({
    code: 2,
    err: '--target and --header need --openapi.\n',
  })
})
