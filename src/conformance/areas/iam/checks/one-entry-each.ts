import { isObject } from '../../../../contract/json.ts'
import { plainCheck } from '../../../checks/check.ts'
import { itemsOf } from '../../../compare/comparison.ts'

/** Permissions are grouped by service (Endpoints, IAM, row 2): each service has one entry, with all of its resources. */
export const oneEntryEach = plainCheck('body', ({ operation, received }) => {
  if (operation.id !== 'listPermissions' || received.status >= 300 || !isObject(received.json)) return []
  const services = itemsOf(received.json.services).map(({ service }) => String(service))
  const repeated = services.find((service, place) => services.indexOf(service) !== place)
  const twice = { code: 'twice', path: 'services', expected: 'once' } as const
  return repeated === undefined ? [] : [{ ...twice, id: repeated, actual: repeated, rules: ['IAM-03'] }]
})
