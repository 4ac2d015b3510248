import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './command.ts'
import { LONG } from './long-files.ts'

test('the files that start first are there', () => {
  expect(LONG.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})
