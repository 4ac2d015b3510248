import { EVERYWHERE } from '../../model/identity/identity.ts'
import { type Answered, isSuccess } from '../shadow/answered.ts'
import { rowsOf } from '../shadow/rows.ts'
import { isTelling } from '../shadow/telling-id.ts'
import { plainCheck } from './check.ts'

/**
 * A refusal says why, and nothing else of another organization (GEN-04): an identifier of a thing of theirs, which the caller
 * did not name, can only have been read there.
 */
export const toldOfOthers = plainCheck('isolation', (answered) => {
  const { operation, shadow, org, received } = answered
  if (isSuccess(answered) || received.text === '' || operation.entity === undefined) return []
  const entities = new Set([operation.entity, ...operation.parameters.flatMap(({ names }) => names ?? [])])
  const theirs = [...entities].flatMap((entity) =>
    rowsOf(shadow.world, entity)
      .filter((row) => row.org !== org && row.org !== EVERYWHERE && row.seq >= shadow.firstSeq)
      .filter(({ id }) => isFound(answered, id))
      .map(({ id }) => ({ entity, id })),
  )
  return theirs.map(({ entity, id }) => ({
    ...{ code: 'holds', path: '', entity, id, why: 'elsewhere', rules: ['GEN-04'] },
    ...{ expected: undefined, actual: received.json ?? received.text },
  }))
})

/** Shorter ones could be there by chance. */
const SHORTEST = 8

const isFound = ({ received, request }: Answered, id: string): boolean =>
  id.length >= SHORTEST && isTelling(id) && received.text.includes(id) && !sent(request).includes(id)

const sent = ({ parameters, query, body }: Answered['request']): string => JSON.stringify([parameters, query, body])
