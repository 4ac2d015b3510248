import { isObject } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Thing } from '../compare/things.ts'
import type { Finding } from '../finding/finding.ts'

/** A cluster exposes no more services than it may (Limits; CLU-14). */
export function checkLimits(operation: Operation, things: readonly Thing[]): Finding[] {
  return things.flatMap(({ entity, object: { managedLoadBalancers: shown } }): Finding[] => {
    if (entity !== 'Cluster' || !isObject(shown) || !Array.isArray(shown.loadBalancers)) return []
    const { maxServices, loadBalancers } = shown
    if (typeof maxServices !== 'number' || loadBalancers.length <= maxServices) return []
    return [
      {
        severity: 'failure',
        check: 'limit',
        operation: operation.id,
        rules: ['CLU-14', 'LIM-02'],
        subject: 'Cluster.managedLoadBalancers',
        message: 'the cluster exposes more services than maxServices',
        expected: `at most ${maxServices}`,
        actual: String(loadBalancers.length),
      },
    ]
  })
}
