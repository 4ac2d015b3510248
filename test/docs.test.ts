import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import source from '../src/contract/generated/spec.js'
import { readProfile } from '../src/contract/read-profile.ts'
import { ROOT, understudy } from './support/command.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

interface Example {
  readonly page: string
  readonly command: string
  readonly output: string
}

const pages = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]
const textOf = (page: string) => readFileSync(join(ROOT, page), 'utf8')

/** Every `$ understudy ...` in a console block, with the output printed under it. */
const examples: Example[] = pages.flatMap((page) =>
  [...textOf(page).matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [command = '', ...output] = part.split('\n')
        return { page, command, output: output.join('\n').trim() }
      }),
  ),
)

/** `[...]` in the docs stands for anything on that line; a line `...` for any number of lines. */
function pattern(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll('\\[\\.\\.\\.\\]', '.*?').replace(/^\\\.\\\.\\\.$/gm, '[\\s\\S]*?')}$`)
}

test('the docs have examples to check', () => expect(examples.length).toBeGreaterThan(3))

test.each(examples.filter(({ command }) => /^understudy spec /.test(command)))(
  '$page: $command',
  async ({ command, output }) => {
    const { out } = await understudy(...command.split(' ').slice(1))
    expect(out.trim()).toMatch(pattern(output))
  },
)

test('the profile in docs/profiles.md is one', () => {
  const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(textOf('docs/profiles.md')) ?? []
  const file = join(temporaryFolder(), 'profile.yaml')
  writeFileSync(file, text)
  expect(readProfile(source, { text, file, environment: { OWNER_TOKEN: 't' } }).name).toBe('candidate')
})
