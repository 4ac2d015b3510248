import { expect, test } from 'vitest'
import { CLUSTERS_START_UP } from '../../../../src/conformance/areas/clusters/start-up.ts'
import { rowsOf } from '../../../../src/conformance/shadow/rows.ts'
import { openWalking } from '../../../support/walking.ts'

const catalog = { versions: ['1.32.4', '1.9.0', '1.31.8'].map((version) => ({ version, default: false })) }

const started = async (orchestratorVersions?: readonly string[]) => {
  const vocabulary = orchestratorVersions ? { orchestratorVersions } : {}
  const rows = await CLUSTERS_START_UP.rows?.({ vocabulary, read: async () => catalog })
  return rows?.map(({ row }) => row.version)
}

test('the versions are those of the profile, or else those of the catalog, oldest first', async () => {
  expect(await started(['2.0.0'])).toEqual(['2.0.0'])
  expect(await started()).toEqual(['1.9.0', '1.31.8', '1.32.4'])
})

test.each([true, false])('a catalog is read only where the profile says where it is: %s', async (bound) => {
  const walking = await openWalking({
    judgedBy: (own) => {
      const { orchestratorVersions: _versions, ...vocabulary } = own.vocabulary
      const { listClusterVersions: _catalog, ...bindings } = own.bindings
      const there = { method: 'GET' as const, path: '/api/v1/cluster-versions', status: 200 }
      return { ...own, vocabulary, bindings: bound ? { ...bindings, listClusterVersions: there } : bindings }
    },
  })
  const versions = rowsOf(walking.session.base, 'OrchestratorVersion').map(({ version }) => version)
  await walking.close()
  expect(versions.includes('1.32.4')).toBe(bound)
})
