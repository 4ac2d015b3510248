import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contract } from './support.ts'

const ROOT = join(import.meta.dirname, '../..')

const sources = ['src/model', 'stateful-mock'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(ROOT, folder, name), 'utf8')),
)

/** Whole, so that one gap's name within another's does not count. */
const literals = new Set(sources.flatMap((text) => text.match(/(?<=')[a-z]+\.[a-z0-9-]+(?=')/g) ?? []))

test('every gap is asked for by name: one that nobody asks for would promise a choice there is not', () => {
  expect([...contract.gaps.definitions.keys()].filter((id) => !literals.has(id))).toEqual([])
})
