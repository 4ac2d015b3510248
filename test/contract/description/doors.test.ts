/** What linters say about the descriptions that people really get: from the command, a running mock and the package. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { contractWith } from '../../../bin/files/contract.ts'
import { createMock } from '../../../stateful-mock/create-mock.ts'
import { ROOT, tool, understudy } from '../../support/command.ts'
import { installPackage } from '../../support/installed-package.ts'
import { sampled } from '../../support/sampled.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const PROFILES = ['examples/candidate/profile-a.yaml', 'examples/second-candidate/profile-b.yaml']

async function fromCommand(...options: string[]): Promise<unknown> {
  return parse((await understudy('spec', 'bundle', ...options)).out)
}

async function fromMock(profile?: string): Promise<unknown[]> {
  const mock = await createMock(profile === undefined ? {} : { profile: contractWith(join(ROOT, profile)).profile })
  const [json, yaml] = await Promise.all(['/openapi.json', '/openapi.yaml'].map((path) => fetch(mock.url + path)))
  const documents = [await json?.json(), parse((await yaml?.text()) ?? '')]
  await mock.close()
  return documents
}

async function fromPackage(): Promise<(name: string) => unknown> {
  const folder = temporaryFolder()
  await installPackage(folder)
  return (name) => {
    const text = readFileSync(join(folder, 'node_modules/understudy-api/dist/spec', name), 'utf8')
    return name.endsWith('.json') ? JSON.parse(text) : parse(text)
  }
}

test('linters find nothing in what the command, the mock and the package give', async () => {
  const [api, sideDoors, control] = await Promise.all(
    ['api', 'side-doors', 'control'].map((name) => fromCommand('--of', name)),
  )
  expect(await fromMock()).toEqual([api, api])
  const packed = await fromPackage()
  expect(['openapi.json', 'openapi.yaml', 'side-doors.json', 'control.json'].map(packed)).toEqual([
    ...[api, api],
    sideDoors,
    control,
  ])
  const bound: unknown[] = []
  for (const profile of sampled(PROFILES, 2)) {
    const document = await fromCommand('--profile', profile)
    expect(await fromMock(profile)).toEqual([document, document])
    expect(document).not.toEqual(api)
    bound.push(document)
  }

  const folder = temporaryFolder()
  const files = sampled([api, sideDoors, control, ...bound], 5).map((document, index) => {
    const file = join(folder, `${index}.json`)
    writeFileSync(file, JSON.stringify(document))
    return file
  })
  expect(await redocly(files)).toEqual(files.map(() => []))
  expect(await spectral(files)).toBe("No results with a severity of 'hint' or higher found!")
})

interface Problem {
  readonly message: string
  readonly location: readonly { readonly pointer?: string }[]
}

/** What it finds in each file: it prints one JSON document for each, one after the other. */
async function redocly(files: readonly string[]): Promise<string[][]> {
  const options = ['--config', join(ROOT, 'redocly.yaml'), '--format=json']
  const { out } = await tool('redocly', ['lint', ...files, ...options])
  return out.split(/(?<=^\})/m).flatMap((text) => {
    if (text.trim() === '') return []
    const { problems } = JSON.parse(text) as { readonly problems: readonly Problem[] }
    return [problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)]
  })
}

async function spectral(files: readonly string[]): Promise<string> {
  const rules = ['--ruleset', join(ROOT, '.spectral.yaml'), '--fail-severity=hint']
  return (await tool('spectral', ['lint', ...files, ...rules])).out.trim()
}
