import { isObject } from '../../contract/json.ts'
import { type Item, itemsOf } from '../compare/comparison.ts'
import { isSuccess } from '../shadow/answered.ts'
import { type Check, type Found, NOTHING_FOUND } from './check.ts'

/** Resources that a token may be narrowed to, as they were offered to somebody, with nothing changed since. */
interface Offered {
  readonly org: string
  readonly resources: readonly Item[]
}

/**
 * Which resources can be scoped to is open, but it is one answer: what a token may be narrowed to is in the catalog as well
 * (Endpoints, IAM, row 1; Tokens, row 3).
 */
export const sameResources: Check<Offered | undefined> = {
  name: 'body',
  provenance: 'stated',
  start: undefined,
  look(answered, offered) {
    const { operation, received, org, shadow } = answered
    if (operation.does !== 'read' && operation.does !== 'list') return { found: NOTHING_FOUND, memory: undefined }
    if (!isSuccess(answered) || !isObject(received.json)) return { found: NOTHING_FOUND, memory: offered }
    const resources = itemsOf(received.json.resources)
    if (operation.id === 'getTokenScopeOptions') return { found: NOTHING_FOUND, memory: { org, resources } }
    if (operation.id !== 'getIamCatalog' || offered?.org !== org) return { found: NOTHING_FOUND, memory: offered }
    // Only what nobody else can have removed meanwhile.
    const own = offered.resources.filter((one) => JSON.stringify(one).includes(shadow.salt))
    const missing = own.find(({ id }) => !resources.some((one) => one.id === id))
    return { found: missing ? [lacks(missing)] : NOTHING_FOUND, memory: offered }
  },
}

const lacks = (missing: Item): Found => ({
  ...{ code: 'lacks', path: 'resources', entity: 'resource', id: String(missing.id), actual: undefined },
  expected: missing,
  rules: ['IAM-01'],
})
