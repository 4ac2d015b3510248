import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { examplesOf, patternOf, textOf } from '../../scripts/docs/pages.ts'
import { ROOT, understudy } from '../support/command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('the demo shows both faults with their shortest sequences, then the clean one passing', async () => {
  const folder = join(temporaryFolder(), 'demo')
  const { code, out } = await understudy('demo', '--folder', folder)
  const acts = [...out.matchAll(/^== (.*?) =+$/gm)].map(([, title]) => title)
  expect(acts).toEqual([
    'Act 1: An implementation with two faults',
    'Act 2: Test it without telling the tests',
    'Act 3: The same implementation, both faults off',
    'Your turn',
  ])
  const [, , second = '', third = ''] = out.split(/^== /m)
  expect(second).toContain('FAILURE listAlertSources: the response repeats the secret of createAlertSource token\n')
  expect(second).toMatch(/ 2 steps:\n {2}1\. createAlertSource as owner .*\n {2}2\. listAlertSources as owner /)
  expect(second).toContain('FAILURE acknowledgeIncident: the OncallIncident left the state resolved\n')
  expect(second).toMatch(/ 3 steps:\n {2}1\. openIncident .*\n {2}2\. resolveIncident .*\n {2}3\. acknowledgeIncident /)
  expect(second).toContain('does not conform: 2 failures, 0 warnings\n')
  expect(second).toContain(`The same as an HTML page: ${folder}/report.html\n`)
  expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('acknowledgeIncident')
  expect(third).toContain('conforms, as far as this run could see: 0 failures, 0 warnings\n')
  // What it does with one field binds it for no other.
  expect(third).not.toContain('contradicts itself')
  const shown = examplesOf(textOf(ROOT, 'README.md')).find(({ command }) => command === 'npx understudy demo')
  expect(out.trim()).toMatch(patternOf(shown?.output ?? 'nothing'))
  expect(code).toBe(0)
})

test('Ctrl-C ends it in good order', async () => {
  const child = spawn(process.execPath, [join(ROOT, 'bin/understudy.js'), 'demo', '--folder', temporaryFolder()])
  let out = ''
  child.stdout.on('data', (chunk) => {
    if (!out.includes('$ understudy verify') && String(chunk).includes('$ understudy verify')) child.kill('SIGINT')
    out += chunk
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect(code).toBe(2)
  expect(out).not.toContain('Act 3')
})

test('a folder that cannot be made is said in one sentence', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  const { code, out, err } = await understudy('demo', '--folder', join(file, 'below'))
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(/^Cannot make the folder .*: ENOTDIR[^\n]*\.\n$/)
})
