import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ANSWER_HEADERS, PATHS, REQUEST_HEADERS, VARIABLES } from '../scripts/docs/reference-facts.ts'
import { referencePage } from '../scripts/docs/reference-page.ts'
import { REFERENCE_PAGE } from '../scripts/docs/write.ts'
import { createMock } from '../stateful-mock/create-mock.ts'
import { ROOT } from './support/command.ts'

const textsIn = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      // What exports write runs elsewhere.
      .filter((name) => name.endsWith('.ts') && !name.includes('exports/'))
      .map((name) => readFileSync(join(ROOT, folder, name), 'utf8')),
  )
const namesIn = (texts: readonly string[], name: RegExp): Set<string> =>
  new Set(texts.flatMap((text) => text.match(name) ?? []))

test('docs/reference.md is up to date (else: npm run docs)', async () => {
  expect(readFileSync(REFERENCE_PAGE, 'utf8')).toBe(await referencePage())
})

test('every variable that the code asks for is in it, and no other', () => {
  const asked = namesIn(textsIn('bin', 'src', 'stateful-mock'), /(?<=process\.env\.)[A-Z_]+/g)
  expect([...asked].sort()).toEqual(VARIABLES.map(({ name }) => name).sort())
})

test('every header of ours is in it, and each of the others means something to the mock', () => {
  const http = textsIn('stateful-mock/http', 'stateful-mock/api', 'stateful-mock/sandboxes', 'stateful-mock/server')
  const told = [...REQUEST_HEADERS, ...ANSWER_HEADERS].map(({ name }) => name)
  const ours = [...namesIn(http, /x-understudy-[a-z]+/gi)].map((name) => name.toLowerCase())
  expect([...new Set(ours)].sort()).toEqual(
    told
      .map((name) => name.toLowerCase())
      .filter((name) => name.startsWith('x-'))
      .sort(),
  )
  const all = http.join('\n').toLowerCase()
  // How credentials travel is a gap.
  const unheardOf = told.filter((name) => name !== 'Authorization' && !all.includes(`${name.toLowerCase()}`))
  expect(unheardOf).toEqual([])
})

test('the mock answers at every path of it', async () => {
  const mock = await createMock({ seed: 'small' })
  const statusOf = async (path: string) =>
    (await fetch(mock.url + path, { headers: { Authorization: 'Bearer owner' } })).status
  const statuses = await Promise.all(PATHS.map(async ({ example }) => [example, await statusOf(example)]))
  await mock.close()
  expect(statuses).toEqual(PATHS.map(({ example }) => [example, 200]))
})
