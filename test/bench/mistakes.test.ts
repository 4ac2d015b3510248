import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyOfSources } from '../../bench/mistakes/copy-of-sources.ts'
import { mistakenModel } from '../../bench/mistakes/mistaken.ts'
import { mistakenCopy } from '../../bench/mistakes/mistaken-copy.ts'
import { MISTAKES } from '../../bench/mistakes/mistakes.ts'
import { RULES } from '../../src/model/model.ts'
import { makeModel } from '../model/support.ts'
import { ROOT } from '../support/command.ts'

test('every statement has a mistake that breaks it', () => {
  const statements = RULES.filter(({ kind }) => kind === 'statement').map(({ id }) => id)
  expect(statements.filter((id) => !MISTAKES[id])).toEqual([])
})

const times = (text: string, piece: string) => text.split(piece).length - 1

test('every mistake is about a rule, and stands in the sources once', () => {
  const known = new Set(RULES.map(({ id }) => id))
  expect(Object.keys(MISTAKES).filter((id) => !known.has(id))).toEqual([])
  const astray = Object.values(MISTAKES)
    .flat()
    .filter(({ file, right, within = right }) => {
      const text = readFileSync(join(ROOT, file), 'utf8')
      return times(text, within) !== 1 || times(within, right) !== 1
    })
  expect(astray).toEqual([])
})

test('the copy with all mistakes holds what the compiler demands', () => {
  const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc')
  const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', mistakenCopy()], { encoding: 'utf8' })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})

test('nothing is mistaken unless it is switched on, and only for whom it is', async () => {
  const mistaken = await mistakenModel()
  const [right, wrong] = [makeModel({ model: mistaken([]) }), makeModel({ model: mistaken(['iam.live-resources']) })]
  const resources = ({ call }: typeof right) => call('getIamCatalog', 'owner').body.resources.length
  for (const { call } of [right, wrong]) call('createUptimeService', 'owner', { body: { name: 'Shop' } })
  for (const { setGap } of [right, wrong]) setGap('iam.scopable-kinds', ['uptime-service'])
  expect([resources(wrong), resources(right), resources(wrong)]).toEqual([0, 1, 0])
})

test('a copy is made once, and another one for other sources', () => {
  const copy = (more: string) =>
    copyOfSources('tried', (sources) => [...sources.slice(0, 1), { path: 'x.ts', text: more }])
  const folder = copy('one')
  expect(copy('one')).toBe(folder)
  expect(copy('two')).not.toBe(folder)
  expect(existsSync(join(folder, 'x.ts'))).toBe(true)
})
