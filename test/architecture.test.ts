import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { housePicture, MAY_IMPORT } from '../scripts/docs/house.ts'
import { looseFiles, measureHouse, ROOMS } from '../scripts/house/measured-house.ts'
import { mutualImports } from '../scripts/house/mutual-imports.ts'
import { ROOT } from './support/command.ts'

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
  [...(texts.get(from) ?? '').matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, path = '']) => ({
    from,
    to: relative(ROOT, resolve(ROOT, dirname(from), path)),
  })),
)

const room = (file: string) => Object.keys(MAY_IMPORT).find((name) => file.startsWith(`${name}/`))
const area = (file: string) => /^src\/(?:model|conformance)\/areas\/([^/]+)\//.exec(file)?.[1]
const told = ({ from, to }: Import) => `${from} -> ${to}`

test('every room imports only what it may', () => {
  const trespasses = imports.filter(({ from, to }) => {
    const [here, there] = [room(from), room(to)]
    return here && there && here !== there && !MAY_IMPORT[here]?.includes(there)
  })
  expect(trespasses.map(told)).toEqual([])
  expect(imports.length).toBeGreaterThan(50)
})

test('the picture of the house in docs/architecture.md is up to date (else: npm run docs)', () => {
  expect(readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')).toContain(housePicture())
})

test('every way between two rooms is taken', () => {
  const taken = new Set(imports.map(({ from, to }) => `${room(from)} -> ${room(to)}`))
  const ways = Object.entries(MAY_IMPORT).flatMap(([here, rooms]) => rooms.map((there) => `${here} -> ${there}`))
  expect(ways.filter((way) => !taken.has(way))).toEqual([])
})

test('no area imports another', () => {
  expect(imports.filter(({ from, to }) => area(from) && area(to) && area(from) !== area(to)).map(told)).toEqual([])
})

/**
 * The floors of a room, from the ground up: a file may import its own floor and those before it. `.` stands for the
 * loose files at the room's root; derived files belong to no floor.
 */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  'src/contract': ['.', 'text', 'packages', 'schema', 'files', 'description', 'machines', 'profile', 'lint', 'read'],
  'src/model': [
    'table',
    'identity',
    'values',
    'world',
    'request',
    'access',
    'rules',
    'areas',
    'platform',
    '.',
    'seeds',
  ],
  'src/model/areas/tokens': ['state', 'statements', 'queries', 'rules', 'effects', '.'],
  'src/model/areas/iam': ['statements', 'rules', 'effects', '.'],
  'src/model/areas/organization': ['state', 'statements', 'queries', 'rules', 'effects', '.'],
  'src/model/areas/registry': ['state', 'statements', 'queries', 'rules', 'effects', 'events', '.'],
  'src/model/areas/email': ['state', 'statements', 'queries', 'rules', 'effects', 'events', '.'],
  'src/model/areas/oncall': ['state', 'statements', 'queries', 'rules', 'effects', '.'],
  'src/model/areas/clusters': ['state', 'statements', 'queries', 'rules', 'effects', 'events', '.'],
  'src/model/areas/uptime': ['state', 'statements', 'queries', 'rules', 'effects', '.'],
  'src/model/seeds': ['kit', 'beforehand', 'acme', 'random', '.'],
  'src/target': ['sending', '.', 'writing', 'opening', 'matching'],
  'src/explore': ['.', 'invariants', 'walk'],
  'src/conformance': [
    'step',
    'finding',
    'compare',
    'shadow',
    'checks',
    'session',
    'kit',
    'script',
    'area-judge',
    'areas',
    'explain',
    'judge',
    'webhooks',
    'sequence',
    'draw',
    'suite',
    'plan',
    'start',
    'failure',
    'report',
    'traffic',
    'run',
    '.',
  ],
  'src/scenario': ['.', 'criteria', 'reading', 'replay', 'reports', 'exports', 'recording', 'imports'],
  'stateful-mock': [
    'platform',
    'time',
    'gaps',
    'http',
    'actors',
    'journal',
    'world',
    'faults',
    'webhooks',
    'live',
    'scheduler',
    'sandboxes',
    'api',
    'scenarios',
    'views',
    'stream',
    'control',
    'server',
    'web',
    'node',
    '.',
    'doors',
    'console',
  ],
  'stateful-mock/api': ['input', 'steps', '.'],
  'stateful-mock/control': ['handlers', '.'],
  'stateful-mock/live': ['generators', '.'],
  'stateful-mock/node': ['data-file', 'socket', '.'],
  'stateful-mock/server': ['steps', '.'],
  bin: [
    'command-line',
    'terminal',
    'files',
    'completions',
    'proxy',
    'judge',
    'doctor',
    'init',
    'replay',
    'record',
    'watch',
    'serve',
    'mcp',
    'commands',
    '.',
  ],
}
const MOST_LOOSE_FILES = 11

describe.each(Object.entries(FLOORS))('%s', (house, floors) => {
  const inside = files.filter((file) => file.startsWith(`${house}/`) && !file.startsWith(`${house}/generated/`))
  const floorOf = (file: string) => {
    const [folder = '', ...rest] = relative(house, file).split('/')
    return rest.length > 0 ? folder : '.'
  }

  test('every floor is listed, and every listed floor is there', () => {
    expect([...new Set(inside.map(floorOf))].sort()).toEqual([...floors].sort())
  })

  test('imports lead to the same floor or one below', () => {
    const upwards = imports.filter(
      ({ from, to }) =>
        inside.includes(from) && inside.includes(to) && floors.indexOf(floorOf(to)) > floors.indexOf(floorOf(from)),
    )
    expect(upwards.map(told)).toEqual([])
  })

  test(`no more than ${MOST_LOOSE_FILES} files stand loose at its root`, () => {
    expect(inside.filter((file) => floorOf(file) === '.').length).toBeLessThanOrEqual(MOST_LOOSE_FILES)
  })
})

test('the model is pure: no node: import, no ambient clock, no randomness', () => {
  const impure = /from 'node:|Date\.now\(|new Date\(\)|Math\.random\(|process\.|performance\./
  expect(files.filter((file) => file.startsWith('src/model/') && impure.test(texts.get(file) ?? ''))).toEqual([])
})

test('the mock knows Node only in its folder node/, in createMock, and in the doors that are made for runners in Node', () => {
  const forNode = /^stateful-mock\/(node\/|create-mock\.ts$|doors\/(vitest|playwright|route-api|sandbox\/[\w-]+)\.ts$)/
  const ofNode = /'node:|'undici'|\bprocess\.\w|\bBuffer\b|\bsetImmediate\b|NodeJS\.|\/node\/|\/create-mock\.ts'/
  const mock = files.filter((file) => file.startsWith('stateful-mock/') && !file.startsWith('stateful-mock/console/'))
  expect(mock.filter((file) => !forNode.test(file) && ofNode.test(texts.get(file) ?? ''))).toEqual([])
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

const house = measureHouse(ROOT)

test('no function is longer than 80 lines', () => {
  const long = house.flatMap(({ path, functions }) =>
    functions.filter(({ lines }) => lines > 80).map(({ name, lines }) => `${path}: ${name} has ${lines} lines`),
  )
  expect(long).toEqual([])
  expect(house.length).toBeGreaterThan(500)
})

test('no two folders import each other, at any level of a room', () => {
  expect(mutualImports(house)).toEqual([])
})

test.each(ROOMS)('few files stand loose at the root of %s', (room) => {
  expect(looseFiles(house, room)).toBeLessThan(12)
})

test('casts by way of unknown are few, and nothing is any', () => {
  expect(house.reduce((sum, { doubleCasts }) => sum + doubleCasts, 0)).toBeLessThan(10)
  expect(house.filter(({ anys }) => anys > 0).map(({ path }) => path)).toEqual([])
})
