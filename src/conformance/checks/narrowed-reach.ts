import type { Answered } from '../shadow/answered.ts'
import { rowsOf } from '../shadow/rows.ts'
import { type Check, type Found, NOTHING_FOUND } from './check.ts'

/** What was read by tokens with a role for everything: role, operation and thing. */
type Read = ReadonlySet<string>

/**
 * A token may be narrowed to resources (Authentication, point 2): with the same role it still reads those. What a role can do
 * is open, so a token that has it for everything shows that first.
 */
export const narrowedReach: Check<Read> = {
  name: 'narrowed reach',
  provenance: 'stated',
  start: new Set(),
  look(answered, memory) {
    const { operation, request, received, shadow } = answered
    const [named, ...more] = operation.parameters.filter((parameter) => parameter.in === 'path')
    if (operation.does !== 'read' || !named || more.length > 0) return { found: NOTHING_FOUND, memory }
    const token = rowsOf(shadow.world, 'PersonalToken').find(({ key }) => key === request.credential)
    const [grant, ...others] = token?.scope ?? []
    if (!grant || others.length > 0) return { found: NOTHING_FOUND, memory }
    const id = request.parameters[named.name] ?? ''
    const read = [grant.role, operation.id, id].join('\n')
    const { resourceIds = [] } = grant
    if (resourceIds.length === 0)
      return { found: NOTHING_FOUND, memory: received.status < 300 ? new Set([...memory, read]) : memory }
    const isRefused = REFUSED.has(received.status) && resourceIds.includes(id) && isThere(answered, named.names, id)
    return { found: isRefused && memory.has(read) ? outOfReach(answered) : NOTHING_FOUND, memory }
  },
}

const REFUSED: ReadonlySet<number> = new Set([401, 403, 404])

const isThere = ({ shadow, org }: Answered, entity: string | undefined, id: string): boolean =>
  entity !== undefined && rowsOf(shadow.world, entity).some((row) => row.org === org && String(row.id) === id)

const outOfReach = ({ received }: Answered): readonly Found[] => [
  { code: 'refused', expected: '2xx', actual: received.status, text: received.text, rules: ['TOK-06'] },
]
