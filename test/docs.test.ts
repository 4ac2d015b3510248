import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { headingId } from '../scripts/docs/heading-id.ts'
import { type Example, examplesOf, pagesIn, patternOf, textOf } from '../scripts/docs/pages.ts'
import { openShell, type Shell } from '../scripts/docs/shell.ts'
import { loadContract } from '../src/contract/contract.ts'
import source from '../src/contract/generated/spec.js'
import { readProfile } from '../src/contract/profile/read-profile.ts'
import { ROOT } from './support/command.ts'
import { FULL } from './support/judged-candidate.ts'
import { sampled } from './support/sampled.ts'
import { freePort } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const pages = pagesIn(ROOT)
const sessions = pages.flatMap((page) => {
  const examples = examplesOf(textOf(ROOT, page))
  return examples.length > 0 ? [{ page, examples }] : []
})

test('the docs have examples to check, the README first', () => {
  expect(sessions.length).toBeGreaterThan(3)
  expect(sessions[0]?.page).toBe('README.md')
})

/** Where `understudy` is the command of this clone, on the project's Node; `npx` is passed over to save its start. */
function makeShell(): Shell {
  const bin = temporaryFolder()
  const command = (name: string, script: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  command('understudy', `exec "${process.execPath}" "${ROOT}/bin/understudy.js" "$@"`)
  command('npx', 'exec "$@"')
  const path = [bin, dirname(process.execPath), process.env.PATH].join(':')
  const shell = openShell(ROOT, { ...process.env, PATH: path, NO_COLOR: '1', FORCE_COLOR: undefined })
  onTestFinished(() => shell.close())
  return shell
}

/** Pages can be read side by side: each has ports of its own, and its own folder for what it writes. */
async function elsewhere(examples: readonly Example[]): Promise<(text: string) => string> {
  const places = new Map([['tour/', `${temporaryFolder()}/`]])
  for (const port of new Set(examples.flatMap(({ command }) => command.match(/--port (\d+)/)?.[1] ?? [])))
    places.set(port, String(await freePort()))
  return (text) => [...places].reduce((sofar, [from, to]) => sofar.replaceAll(from, to), text)
}

/** It takes long, and test/bin/demo.test.ts compares what it prints with the page as well. */
const DEMO = 'npx understudy demo'

/** A run of `verify` takes long: in the ordinary run that of the README is enough. */
const isQuick = ({ examples }: { examples: readonly Example[] }) =>
  examples.every(({ command }) => !command.includes(' verify '))
const others = sessions.slice(1)

/** The README always, and of the other pages a sample. */
const taken = [...sessions.slice(0, 1), ...sampled(FULL ? others : others.filter(isQuick), 2)]

test.each(taken)('$page: every command prints what the page says', async ({ examples }) => {
  const moved = await elsewhere(examples)
  const shell = makeShell()
  for (const { command, output } of examples)
    if (FULL || command !== DEMO) expect(await shell.type(moved(command)), command).toMatch(patternOf(moved(output)))
})

test('where a page counts the operations, the contract has as many', () => {
  const all = [...loadContract(source).operations.values()]
  const ours = all.filter(({ assumedBinding }) => assumedBinding)
  const counted = pages.flatMap((page) => textOf(ROOT, page).match(/\d+ of the \d+\s+operations/g) ?? [])
  expect(new Set(counted)).toEqual(new Set([`${ours.length} of the ${all.length} operations`]))
})

test.each(pages)('%s: its links lead somewhere', (page) => {
  const text = textOf(ROOT, page)
  const links = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  const dead = links.filter((link) => !/^[a-z]+:/.test(link) && !leads(page, link))
  expect(dead).toEqual([])
})

function leads(page: string, link: string): boolean {
  const [file = '', heading] = link.split('#')
  const target = file === '' ? join(ROOT, page) : join(ROOT, dirname(page), file)
  if (!existsSync(target)) return false
  return heading === undefined || headings(readFileSync(target, 'utf8')).includes(heading)
}

const headings = (text: string): string[] => [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => headingId(title))

test('every page is in the index', () => {
  const index = textOf(ROOT, 'docs/README.md')
  const missing = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md')
  expect(missing.filter((page) => !index.includes(`](${page.slice('docs/'.length)})`))).toEqual([])
})

test('the profile in docs/profiles.md is one', () => {
  const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(textOf(ROOT, 'docs/profiles.md')) ?? []
  const file = join(temporaryFolder(), 'profile.yaml')
  writeFileSync(file, text)
  expect(readProfile(source, { text, file, environment: { OWNER_TOKEN: 't' } }).name).toBe('candidate')
})
