import { isObject } from '../../../../contract/json.ts'
import { plainCheck } from '../../../checks/check.ts'

/** A cluster exposes no more services than it may (Limits; CLU-14). */
export const exposedServices = plainCheck('limit', ({ things }) =>
  things.flatMap(({ entity, id, object: { managedLoadBalancers: shown } }) => {
    if (entity !== 'Cluster' || !isObject(shown) || !Array.isArray(shown.loadBalancers)) return []
    const { maxServices: expected, loadBalancers } = shown
    if (typeof expected !== 'number' || loadBalancers.length <= expected) return []
    const actual = loadBalancers.length
    return [{ code: 'too-many-services', entity, id, expected, actual, rules: ['CLU-14', 'LIM-02'] }]
  }),
)
