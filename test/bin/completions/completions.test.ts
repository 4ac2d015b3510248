import { beforeAll, expect, test } from 'vitest'
import { run, understudy } from '../../support/command.ts'

let script = ''
beforeAll(async () => {
  script = (await understudy('completions', 'bash')).out
})

/** What a real bash offers at the end of a line. */
async function offered(...words: string[]): Promise<string[]> {
  const line = words.map((word) => `'${word}'`).join(' ')
  const program = `${script}
COMP_WORDS=(understudy ${line}); COMP_CWORD=${words.length}
_understudy
printf '%s\\n' "\${COMPREPLY[@]}"`
  const { out, err, code } = await run('bash', ['--noprofile', '--norc', '-c', program])
  expect({ err, code }).toEqual({ err: '', code: 0 })
  return out.split('\n').filter((word) => word !== '')
}

test('bash completes commands, subcommands, options and choices', async () => {
  expect(await offered('re')).toEqual(['replay', 'record'])
  expect(await offered('spec', '')).toEqual(expect.arrayContaining(['lint', 'bundle', 'operations']))
  expect(await offered('verify', 'http://127.0.0.1:1', '--re')).toEqual(['--requests', '--report', '--require'])
  expect(await offered('verify', '--preset', 's')).toEqual(['smoke'])
  expect(await offered('verify', '--area', 'oncall', 'u')).toEqual(['uptime'])
  expect(await offered('spec', 'bundle', '--format', '')).toEqual(['json', 'yaml'])
})

test('where a file is wanted, bash is left to offer files', async () => {
  expect(await offered('verify', '--profile', '')).toEqual([])
})

test.each(['zsh', 'fish'])('%s gets every command and option', async (shell) => {
  const { out, code } = await understudy('completions', shell)
  expect(code).toBe(0)
  for (const word of ['verify', 'scenario', 'save-failures', 'smoke']) expect(out).toContain(word)
})

test('a shell there is no script for is refused', async () => {
  expect(await understudy('completions', 'csh')).toMatchObject({ code: 2, out: '' })
})

test('help shows the help of a command', async () => {
  const help = await understudy('help', 'verify')
  expect(help).toEqual(await understudy('verify', '--help'))
  expect(help.out).toContain('--wait <s>')
  expect((await understudy('help')).out).toContain('completions')
})
