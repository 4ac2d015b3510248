import { expect, test } from 'vitest'
import { advance } from '../../../src/model/advance.ts'
import { acme } from '../../../src/model/seeds/acme/index.ts'
import { apply } from '../../../src/model/world/world.ts'
import { SeededWorlds, type SeedSetup } from '../../../stateful-mock/world/seeded-worlds.ts'
import { asked, grown, NINE } from '../../model/seeds/support.ts'
import { contract } from '../../model/support.ts'

const setup: SeedSetup = { seed: acme, gaps: new Map() }

/** The phases of clusters and the instants worlds grew at, for worlds that begin so many seconds after each other. */
function begun(...seconds: number[]) {
  const grownAt: number[] = []
  const worlds = new SeededWorlds((_, nowMs) => {
    grownAt.push(nowMs)
    return grown(acme, nowMs)
  })
  const phases = seconds.map((second) => {
    const nowMs = NINE + second * 1000
    const world = worlds.get(setup, nowMs, false)
    const present = apply(world, advance(world, nowMs, contract.gaps).changes)
    const { clusters } = asked(present, 'listClusters', 'owner').body
    return clusters.map(({ name, phase }) => `${name} ${phase}`)
  })
  return { phases, grownAt: grownAt.map((atMs) => (atMs - NINE) / 1000) }
}

test('a world that begins minutes after another of its seed has as much under way', () => {
  const { phases, grownAt } = begun(0, 240)
  expect(phases[0]).toContain('edge rolling')
  expect(phases[1]).toEqual(phases[0])
  expect(grownAt).toEqual([0, 240])
})

test('worlds that begin in quick succession share one', () => {
  expect(begun(0, 1, 4).grownAt).toEqual([0])
})
