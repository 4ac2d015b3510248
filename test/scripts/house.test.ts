import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { looseFiles, measureHouse } from '../../scripts/house/measured-house.ts'
import { mutualImports } from '../../scripts/house/mutual-imports.ts'

const FILES = {
  'bin/main.ts': "import { a } from './low/a.ts'\nexport const run = () => a()\n",
  'bin/low/a.ts': 'export function a(one: any, two: any) {\n  return one as unknown as typeof two\n}\n',
  'stateful-mock/left/one.ts': "import { two } from '../right/deep/two.ts'\n\nexport const one = two\n",
  'stateful-mock/right/deep/two.ts': "export type { one } from '../../left/one.ts'\nexport const two = 2\n",
  'stateful-mock/right/three.tsx': "export const three = () => import('./deep/two.ts').then(({ two }) => two)\n",
  'stateful-mock/generated/written.ts': 'export const written: any = 1\n',
}

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'understudy-house-'))
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
})
afterAll(() => rmSync(root, { recursive: true }))

test('a file is measured: lines, functions, imports, casts by way of unknown, any', () => {
  const files = measureHouse(root)
  expect(files.map(({ path }) => path)).toEqual(
    Object.keys(FILES)
      .filter((path) => !path.includes('generated'))
      .sort(byRoom),
  )
  expect(files.find(({ path }) => path === 'bin/low/a.ts')).toEqual({
    path: 'bin/low/a.ts',
    lines: 3,
    functions: [{ name: 'a', line: 1, lines: 3, parameters: 2 }],
    imports: [],
    doubleCasts: 1,
    anys: 2,
  })
  expect(files.find(({ path }) => path === 'stateful-mock/right/three.tsx')?.imports).toEqual([
    'stateful-mock/right/deep/two.ts',
  ])
  expect(looseFiles(files, 'bin')).toBe(1)
})

test('folders that import each other are found where their ways part', () => {
  expect(mutualImports(measureHouse(root)).map(({ folders }) => folders)).toEqual([
    ['stateful-mock/left', 'stateful-mock/right'],
  ])
})

/** Rooms in the order of the house, the roof last. */
function byRoom(a: string, b: string): number {
  return Number(a.startsWith('bin/')) - Number(b.startsWith('bin/')) || (a < b ? -1 : 1)
}
