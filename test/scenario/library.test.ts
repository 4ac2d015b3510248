import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SCENARIOS, scenarioDescriptions } from '../../scripts/generate.ts'
import source from '../../src/contract/generated/spec.js'

test('the descriptions beside the scenarios are up to date (else: npm run generate)', () => {
  const files = Object.entries(scenarioDescriptions(source))
  const stale = files.filter(
    ([name, text]) => !existsSync(join(SCENARIOS, name)) || readFileSync(join(SCENARIOS, name), 'utf8') !== text,
  )
  expect(stale.map(([name]) => name)).toEqual([])
})
