import { splitKey } from '../../../../model/table/table.ts'
import { plainCheck } from '../../../checks/check.ts'
import { rowsOf } from '../../../shadow/rows.ts'

const OF_REPOSITORIES: ReadonlySet<string> = new Set(['listTags', 'listManifests'])

/**
 * A repository of a registry of this sequence that nothing was pushed to has nothing in it, whatever others of the same name
 * have: it may be refused, or listed as empty (Conventions, 4; Endpoints, Registries, 7 and 12).
 */
export const unpushed = plainCheck('contents', ({ operation, request, things, shadow, org }) => {
  const { slug } = request.parameters
  if (!OF_REPOSITORIES.has(operation.id) || things.length === 0) return []
  const isNew = rowsOf(shadow.world, 'Registry').some(
    (row) => row.org === org && row.slug === slug && row.seq >= shadow.firstSeq,
  )
  const isPushed = rowsOf(shadow.world, 'RegistryRepository').some(
    (row) => row.org === org && row.registry === slug && row.name === request.query.repo,
  )
  // Something that was deleted may still be going.
  const isGoing = [...shadow.gone].some((key) => splitKey(key)[0]?.startsWith('Registry'))
  if (!isNew || isPushed || isGoing) return []
  return things.slice(0, 1).map(({ entity, id, object }) => ({
    ...{ code: 'holds', path: '', entity, id, why: 'elsewhere', rules: ['GEN-04'] },
    ...{ expected: undefined, actual: object },
  }))
})
