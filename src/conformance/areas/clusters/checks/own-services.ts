import { isObject } from '../../../../contract/json.ts'
import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import { itemsOf } from '../../../compare/comparison.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { clusterKey } from './seen-clusters.ts'

/** By cluster, the services that it has exposed. */
type Exposed = ReadonlyMap<string, ReadonlySet<string>>

/** What is shown with a cluster is not what only another one has ever exposed (Resources, Cluster; GEN-04). */
export const ownServices: Check<Exposed> = {
  name: 'body',
  provenance: 'stated',
  start: new Map(),
  look({ things, shadow, org }, before) {
    const exposed = new Map(before)
    for (const row of rowsOf(shadow.world, 'Cluster')) {
      const key = clusterKey(row.org, row.id)
      const own = [...(row.managedLoadBalancers?.loadBalancers ?? []).map(({ service }) => service), ...row.waiting]
      const known = exposed.get(key)
      if (own.some((service) => !known?.has(service))) exposed.set(key, new Set([...(known ?? []), ...own]))
    }
    const isOfOthers = (key: string, service: string) =>
      !exposed.get(key)?.has(service) && [...exposed].some(([other, own]) => other !== key && own.has(service))
    const found = things.flatMap(({ entity, id, object: { managedLoadBalancers: shown } }) => {
      const key = clusterKey(org, id)
      if (entity !== 'Cluster' || !isObject(shown) || !exposed.has(key)) return []
      const actual = itemsOf(shown.loadBalancers).find(({ service }) => isOfOthers(key, String(service)))
      if (!actual) return []
      const holds = { code: 'holds', path: 'managedLoadBalancers.loadBalancers', entity: 'service' } as const
      const service = String(actual.service)
      return [
        { ...holds, id: service, why: 'not-in-this-list', expected: undefined, actual, rules: ['CLU-14'] } as const,
      ]
    })
    return { found: found.length > 0 ? found : NOTHING_FOUND, memory: exposed.size > 0 ? exposed : before }
  },
}
