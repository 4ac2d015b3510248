import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SCENARIOS, scenarioDescriptions } from '../../scripts/generate.ts'
import { readSpecFolder } from '../../src/contract/spec-folder.ts'
import { startedMock } from '../stateful-mock/support.ts'
import { ROOT, tool } from '../support/command.ts'

test('the descriptions beside the scenarios are up to date (else: npm run generate)', () => {
  const files = Object.entries(scenarioDescriptions(readSpecFolder(join(ROOT, 'spec'))))
  const stale = files.filter(
    ([name, text]) => !existsSync(join(SCENARIOS, name)) || readFileSync(join(SCENARIOS, name), 'utf8') !== text,
  )
  expect(stale.map(([name]) => name)).toEqual([])
})

test("Redocly's respect runs the same files against a running mock", { timeout: 120_000 }, async () => {
  const mock = await startedMock({ seed: 'small', clock: 'real' })
  const files = [
    'oncall/resolved-stays-resolved',
    'uptime/service-name-is-unique',
    'tokens/key-is-shown-once',
    'organization/contacts-change-only-what-is-named',
    'registry/only-an-empty-registry-is-deleted',
  ].map((name) => join(SCENARIOS, `${name}.arazzo.yaml`))
  const servers = ['api', 'control'].flatMap((source) => ['--server', `${source}=${mock.url}`])
  const { code, out, err } = await tool('redocly', ['respect', ...files, ...servers])
  expect({ code, failures: `${out}${err}`.match(/.*✗.*/g) }).toEqual({ code: 0, failures: null })
})
