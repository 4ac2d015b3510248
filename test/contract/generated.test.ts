import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GENERATED, generatedFiles } from '../../scripts/generate.ts'
import { mountedAreas } from '../../scripts/mounted-areas.ts'
import { readSpecFolder } from '../../src/contract/read/spec-folder.ts'
import { ROOT } from '../support/command.ts'

test('what is derived from spec/ is up to date (else: npm run generate)', async () => {
  const files = await generatedFiles(readSpecFolder(join(ROOT, 'spec')))
  const stale = Object.entries(files).filter(([name, text]) => readFileSync(join(GENERATED, name), 'utf8') !== text)
  expect(stale.map(([name]) => name)).toEqual([])
})

test('the places where areas are put together follow the one list of areas (else: npm run generate)', () => {
  const stale = Object.entries(mountedAreas()).filter(([file, text]) => readFileSync(join(ROOT, file), 'utf8') !== text)
  expect(stale.map(([file]) => file)).toEqual([])
})
