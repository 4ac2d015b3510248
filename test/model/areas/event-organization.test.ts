import { describe, expect, test } from 'vitest'
import type { EventBody, EventName } from '../../../src/model/request/operation-types.ts'
import { acme } from '../../../src/model/seeds/acme/index.ts'
import { grown, rowsOf } from '../seeds/support.ts'
import { makeModel } from '../support.ts'

const ACME = grown(acme)
const of = <T>(found: T | undefined): T => {
  if (found === undefined) throw new Error('acme has no such thing')
  return found
}
const cluster = of(
  rowsOf(ACME, 'Cluster', 'acme').find(({ work, deleted }) => !deleted && work.endedMs !== undefined),
).name
const node = of(rowsOf(ACME, 'Node', 'acme').find((row) => row.cluster === cluster)).name
const registry = of(rowsOf(ACME, 'Registry', 'acme')[0]).slug
const monitorId = of(rowsOf(ACME, 'UptimeMonitor', 'acme').find(({ deleted }) => !deleted)).id

/** Every event that may say its organization and names something of it, about what acme has. */
const EVENTS: { readonly [Name in EventName]?: EventBody<Name>[] } = {
  nodeJoins: [{ cluster, node: 'new-one' }],
  nodeLost: [{ cluster, node }],
  agentUpgraded: [{ cluster, node, agentVersion: '1.31.0' }],
  headroomChanges: [{ cluster, component: 'scheduler', usedPercent: 5 }],
  serviceExposed: [{ cluster, service: 'web-of-test' }],
  serviceWithdrawn: [{ cluster, service: 'web-of-nobody' }],
  clusterChangesConcurrently: [{ cluster }],
  quotaChanges: [
    { quota: 'registry-storage-bytes', registry, value: 1 },
    { quota: 'load-balancer-services', cluster, value: 1 },
  ],
  metricsAvailability: [{ monitorId, available: false }],
}
const ALL = Object.entries(EVENTS).flatMap(([name, bodies]) => bodies.map((body) => [name as EventName, body] as const))

describe.each(ALL)('%s', (name, body) => {
  const happens = (org: string, more: object = {}) => {
    const model = makeModel()
    model.seed(() => ACME)
    const whole: object = { ...body, ...more }
    return () => model.happen(name, whole as never, org)
  }

  test('of an organization that has no such thing is about nothing', () => {
    expect(happens('globex', { organization: 'globex' })).toThrow(/^there is no/)
  })

  test('that says no organization is about whichever has it', () => {
    if (name === 'serviceWithdrawn') expect(happens('globex')).toThrow('is not exposed')
    else expect(happens('globex')).not.toThrow()
  })
})
