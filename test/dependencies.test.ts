import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './support/command.ts'

const { dependencies, peerDependencies, devDependencies } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
) as Readonly<Record<string, Readonly<Record<string, string>>>>
const [atRunTime = '', ...development] = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8').split(/^## .*$/m)

/** Packages that the tables of a part name, in the column that names them. */
const namedIn = (text: string, column: number): string[] =>
  [...text.matchAll(/^\|(.*)\|$/gm)].flatMap(([, row = '']) =>
    [...(row.split('|')[column] ?? '').matchAll(/`([@\w/.-]+)`/g)].map(([, name = '']) => name),
  )

test('docs/dependencies.md justifies every run-time dependency, and no other', () => {
  expect(namedIn(atRunTime, 0).sort()).toEqual(Object.keys(dependencies ?? {}).sort())
})

test('it names every optional peer', () => {
  const peers = Object.keys(peerDependencies ?? {})
  expect(peers.filter((name) => !atRunTime.includes(`\`${name}\``))).toEqual([])
})

test('it has every development dependency in a group, and no other', () => {
  expect([...new Set(namedIn(development.join(''), 1))].sort()).toEqual(Object.keys(devDependencies ?? {}).sort())
})

test('the packages that the lock file has no digest of are those that the page explains', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<
      Record<string, { readonly integrity?: string; readonly optional?: boolean; readonly dev?: boolean }>
    >
  }
  const unchecked = Object.entries(lock.packages).filter(([path, { integrity }]) => path !== '' && !integrity)
  const unexplained = unchecked.filter(
    ([path, { optional, dev }]) => !(optional && dev && /^node_modules\/@(biomejs\/cli|rolldown\/binding)-/.test(path)),
  )
  expect(unexplained).toEqual([])
  expect(development.join('')).toContain(`except for ${unchecked.length}:`)
})
