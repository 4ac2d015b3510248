import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './support/command.ts'

/** Who may import whom; a room may always import itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'src/contract': [],
  'src/model': ['src/contract'],
  'src/target': ['src/contract'],
  'src/scenario': ['src/contract', 'src/target'],
  'src/conformance': ['src/contract', 'src/model', 'src/target', 'src/scenario'],
  'stateful-mock': ['src/contract', 'src/model', 'src/scenario'],
}

interface Import {
  readonly from: string
  readonly to: string
}

const files = ['src', 'stateful-mock', 'bin'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
)
const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))
const imports: Import[] = files.flatMap((from) =>
  [...(texts.get(from) ?? '').matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => ({
    from,
    to: relative(ROOT, resolve(ROOT, dirname(from), path)),
  })),
)

const room = (file: string) => Object.keys(MAY_IMPORT).find((name) => file.startsWith(`${name}/`))
const area = (file: string) => /^src\/model\/areas\/([^/]+)\//.exec(file)?.[1]
const told = ({ from, to }: Import) => `${from} -> ${to}`

test('every room imports only what it may', () => {
  const trespasses = imports.filter(({ from, to }) => {
    const [here, there] = [room(from), room(to)]
    return here && there && here !== there && !MAY_IMPORT[here]?.includes(there)
  })
  expect(trespasses.map(told)).toEqual([])
  expect(imports.length).toBeGreaterThan(50)
})

test('no area imports another', () => {
  expect(imports.filter(({ from, to }) => area(from) && area(to) && area(from) !== area(to)).map(told)).toEqual([])
})

test('the model is pure: no node: import, no ambient clock, no randomness', () => {
  const impure = /from 'node:|Date\.now\(|new Date\(\)|Math\.random\(|process\.|performance\./
  expect(files.filter((file) => file.startsWith('src/model/') && impure.test(texts.get(file) ?? ''))).toEqual([])
})

test('no import goes in circles', () => {
  const next = new Map(files.map((file) => [file, imports.filter(({ from }) => from === file).map(({ to }) => to)]))
  const done = new Set<string>()
  function circle(file: string, path: readonly string[]): readonly string[] | undefined {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const to of next.get(file) ?? []) {
      const found = circle(to, [...path, file])
      if (found) return found
    }
    done.add(file)
    return undefined
  }
  expect(files.map((file) => circle(file, [])).find((found) => found !== undefined)).toBeUndefined()
})
