import { isObject } from '../../../../contract/json.ts'
import { type Check, plainCheck } from '../../../checks/check.ts'
import { itemsOf } from '../../../compare/comparison.ts'

/**
 * Permissions are grouped (Endpoints, IAM, row 2). That a service has one entry then, with all of its resources, is what
 * anybody would expect; it is not said.
 */
export const oneEntryEach: Check<undefined> = {
  ...plainCheck('body', ({ operation, received }) => {
    if (operation.id !== 'listPermissions' || received.status >= 300 || !isObject(received.json)) return []
    const services = itemsOf(received.json.services).map(({ service }) => String(service))
    const repeated = services.find((service, place) => services.indexOf(service) !== place)
    const twice = { code: 'twice', path: 'services', expected: 'once' } as const
    return repeated === undefined ? [] : [{ ...twice, id: repeated, actual: repeated, rules: ['IAM-03'] }]
  }),
  provenance: 'implied',
}
