import { expect, test } from 'vitest'
import { call } from '../../../src/conformance/plan/looks.ts'
import { scarceIn, sparing } from '../../../src/conformance/plan/sparing.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'

const { operations } = loadContract(source)
const of = (area: string) => [...operations.values()].filter((operation) => operation.area === area)
const doing = (id: string, manner?: 'broken') => [call(operations.get(id) as never, manner)]

test('clusters are scarce where nobody raises their quota: one that is torn down counts for a while', () => {
  expect(scarceIn(of('clusters')).map(({ id }) => id)).toEqual(['createCluster'])
  expect(scarceIn(of('registry'))).toEqual([])
})

test('so are monitors: those that are deleted are kept for the record', () => {
  expect(scarceIn(of('uptime')).map(({ id }) => id)).toEqual(['createMonitor'])
})

test('what needs a cluster shares one, by turns with what takes one for itself; the first says all there is', () => {
  const walks = ['deleteCluster', 'getCluster', 'listNodes', 'createCluster'].map((id) => doing(id))
  const told = sparing(of('clusters'), [...walks, doing('createCluster', 'broken')]).map((walk) =>
    walk.map((goal) => 'operation' in goal && goal.operation.id),
  )
  expect(told).toEqual([
    ['createCluster', 'listClusters', 'getCluster', 'getClusterUsage', 'getKubeconfig'],
    ['getCluster', 'listNodes', 'createCluster'],
    ['deleteCluster'],
    ['createCluster'],
  ])
})

test('walks of an area without anything scarce stay as they are', () => {
  const walks = [doing('createRegistry'), doing('getRegistry')]
  expect(sparing(of('registry'), walks)).toEqual(walks)
})
