import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { curl } from '../../../src/target/writing/curl.ts'
import { quoteShell, shellComment, shellVariable } from '../../../src/target/writing/shell.ts'
import { FULL } from '../../support/judged-candidate.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** What a shell makes of a script; nothing it needs is in the environment but what is given. */
function shell(name: string, script: string, env: Record<string, string> = {}): string {
  const { stdout, stderr, status } = spawnSync(name, [], {
    input: script,
    encoding: 'utf8',
    cwd: temporaryFolder(),
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', ...env },
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}

/** Words that mean something to a shell, among others. */
const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      "'",
      '"',
      '\\',
      '$',
      '`',
      '(',
      ')',
      '{',
      '}',
      '!',
      '\n',
      '\r',
      '\t',
      ' ',
      ';',
      '#',
      '&',
      'a',
      '\0',
      '~',
      '*',
      '@',
      '-',
      '%',
      'é',
    ),
  }),
  fc.constantFrom(
    '$(touch here)',
    '`touch here`',
    "';touch here;'",
    '\n touch here\n',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: that is the point
    '${IFS}',
    '!!',
    '-o',
    '@/etc/passwd',
    '\\',
  ),
)
const held = (text: string) => text.toWellFormed().replaceAll('\0', '')

const SHELLS = ['sh', 'bash', 'dash', 'zsh'].filter((name) => spawnSync(name, ['-c', 'exit 0']).status === 0)

describe.each(SHELLS)('in %s', (name) => {
  test('a quoted text is one word, exactly as it was', () => {
    fc.assert(
      fc.property(fc.array(nasty, { minLength: 1, maxLength: 60 }), (texts) => {
        const out = shell(name, `printf '%s\\0' ${texts.map(quoteShell).join(' ')}\n`)
        expect(out.split('\0').slice(0, -1)).toEqual(texts.map(held))
      }),
      { numRuns: FULL ? 25 : 8 },
    )
  })

  test('a comment is nothing but a comment', () => {
    fc.assert(
      fc.property(fc.array(nasty, { minLength: 1, maxLength: 60 }), (texts) => {
        expect(shell(name, `${texts.map(shellComment).join('\n')}\nls\n`)).toBe('')
      }),
      { numRuns: FULL ? 15 : 5 },
    )
  })

  test('a curl line has the arguments it shows, with credentials from variables', () => {
    const line = fc.record({ path: nasty, body: nasty, value: nasty, token: nasty })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 10 }), (lines) => {
        const script = lines.map(({ path, body, value, token }) => {
          const headers = { 'x-odd': value, 'x-key': 'Bearer secret-of-owner', authorization: `Bearer ${token}` }
          const sent = { method: 'POST', path: `/${path}`, headers, body }
          return curl(sent, 'http://127.0.0.1', { owner: { 'X-Key': 'Bearer secret-of-owner' } })
        })
        expect(script.join()).not.toContain('secret-of-owner')
        const fake = `curl() { printf '%s\\0' "$@"; }\n`
        const out = shell(name, fake + script.join('\n'), { OWNER: 'its me', CREDENTIAL: 'any' })
        const expected = lines.flatMap(({ path, body, value, token }) => [
          ...['-i', '-X', 'POST'],
          ...['-H', `x-odd: ${held(value)}`, '-H', 'x-key: Bearer its me'],
          ...['-H', /^\S+$/.test(token) ? 'authorization: Bearer any' : 'authorization: any'],
          ...['--data-raw', held(body), `http://127.0.0.1/${held(path)}`],
        ])
        expect(out.split('\0').slice(0, -1)).toEqual(expected)
      }),
      { numRuns: FULL ? 25 : 8 },
    )
  })
})

test('variables have names that a shell leaves alone', () => {
  expect(['owner', 'outsiderUser', 'a-b', 'path', 'nodeOptions', '1st', '$(x)', 'status'].map(shellVariable)).toEqual([
    'OWNER',
    'OUTSIDER_USER',
    'A_B',
    'INPUT_PATH',
    'INPUT_NODE_OPTIONS',
    'INPUT_1ST',
    'INPUT___X_',
    'INPUT_STATUS',
  ])
})
