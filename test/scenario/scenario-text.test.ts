import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Arazzo } from '../../src/scenario/arazzo.ts'
import { scenarioText } from '../../src/scenario/scenario-text.ts'
import { ROOT } from '../support/command.ts'

test('a scenario that is written begins with the line by which editors find its schema, which the package has', () => {
  const document: Arazzo = parse(
    readFileSync(join(ROOT, 'scenarios/oncall/acknowledge-sets-its-time.arazzo.yaml'), 'utf8'),
  )
  const [line = '', ...rest] = scenarioText(document).split('\n')
  const [, path = ''] = /^# yaml-language-server: \$schema=https:\/\/unpkg\.com\/understudy-api\/(.*)$/.exec(line) ?? []
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(Object.values(exports)).toContain(`./${path}`)
  expect(parse(rest.join('\n'))).toEqual(document)
})
