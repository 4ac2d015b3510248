import { expect, test } from 'vitest'
import { NAMESAKE_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/namesakes.ts'
import { RUNNING_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/running.ts'
import { IAM_SCRIPTS } from '../../../src/conformance/areas/iam/scripts.ts'
import { HISTORY_SCRIPTS } from '../../../src/conformance/areas/uptime/history-scripts.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { partsOfOthersStay } from '../../../src/conformance/plan/parts-of-others-stay.ts'
import { switched } from '../../../src/conformance/plan/switched.ts'
import { readWhileOffNextDoor } from '../../../src/conformance/plan/switched-next-door.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import { isObject } from '../../../src/contract/json.ts'
import type { Client } from '../../../src/target/client.ts'
import type { Received, Sent } from '../../../src/target/exchange.ts'
import { as, found } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'
import { type Case, calls, walksOf } from '../../support/seen-case.ts'

const isOutsider = ({ headers }: Sent): boolean => /outsider/.test(String(headers.authorization))
const changeOf = ({ method, body }: Sent): Readonly<Record<string, unknown>> =>
  method === 'PATCH' && body ? Object(JSON.parse(body)) : {}
const itemsIn = (json: unknown, field: string): Record<string, unknown>[] => {
  const list = isObject(json) ? json[field] : undefined
  return Array.isArray(list) ? list.filter(isObject) : []
}
const count = (walk: Walk, id: string): number =>
  walk.filter((goal) => goal.kind === 'call' && goal.operation.id === id).length
const happens = (walk: Walk, event: string): boolean =>
  walk.some((goal) => goal.kind === 'event' && goal.event === event)

/** What has become of somebody else's thing of the same name, or of a sibling, has no say about this one. */
const CASES: readonly Case[] = [
  {
    name: 'a cluster that could become smaller, until another one was crowded',
    mistake() {
      let times = 0
      const isSmaller = (sent: Sent) => changeOf(sent).tier === 'small'
      return {
        asked: (sent) => (isSmaller(sent) && times > 0 ? { ...sent, path: `${sent.path}-none` } : sent),
        answered({ sent, received }) {
          if (isSmaller(sent) && times++ > 0) return as(received, 409, { error: 'api-server is crowded' })
          return received
        },
      }
    },
    plan: walksOf(NAMESAKE_SCRIPTS, (walk) => happens(walk, 'headroomChanges') && count(walk, 'updateCluster') === 3),
    seen: { operation: 'updateCluster', code: 'refused', rules: ['CLU-06'] },
  },
  {
    name: 'a cluster that could become smaller while it was the only one',
    mistake() {
      let [own, times] = [0, 0]
      const isSmaller = (sent: Sent) => changeOf(sent).tier === 'small'
      const isHeld = (sent: Sent) => isSmaller(sent) && times > 0 && own > 1
      return {
        asked: (sent) => (isHeld(sent) ? { ...sent, path: `${sent.path}-none` } : sent),
        answered({ sent, received }) {
          if (sent.method === 'POST' && sent.path.endsWith('/clusters') && !isOutsider(sent)) own++
          if (isHeld(sent)) return as(received, 409, { error: 'api-server is crowded' })
          if (isSmaller(sent)) times++
          return received
        },
      }
    },
    plan: walksOf(NAMESAKE_SCRIPTS, (walk) => happens(walk, 'headroomChanges') && count(walk, 'updateCluster') === 3),
    seen: { operation: 'updateCluster', code: 'refused', rules: ['CLU-06'] },
  },
  {
    name: 'a client configuration that is kept by the name of the cluster',
    mistake() {
      const kept = new Map<string, unknown>()
      return {
        answered({ sent, received }) {
          if (!sent.path.endsWith('/kubeconfig') || received.status !== 200) return received
          if (!kept.has(sent.path)) kept.set(sent.path, received.json)
          return as(received, 200, kept.get(sent.path))
        },
      }
    },
    plan: walksOf(NAMESAKE_SCRIPTS, calls('getKubeconfig')),
    seen: { operation: 'getKubeconfig', code: 'identifier', rules: ['CLU-10'] },
  },
  {
    name: 'registration tokens that are listed by the name of the cluster',
    mistake() {
      let ours: unknown
      return {
        answered({ sent, received }) {
          if (!sent.path.endsWith('/registration-tokens') || sent.method !== 'GET') return received
          if (!isOutsider(sent)) ours = received.json
          return isOutsider(sent) && ours !== undefined ? as(received, 200, ours) : received
        },
      }
    },
    plan: walksOf(NAMESAKE_SCRIPTS, calls('getKubeconfig')),
    seen: { operation: 'listRegistrationTokens', severity: 'failure' },
  },
  {
    name: 'a cluster measured against the former one of its name',
    mistake() {
      let highest = ''
      const isLower = (sent: Sent) => String(changeOf(sent).orchestratorVersion ?? '~') < highest
      return {
        asked: (sent) => (isLower(sent) && !isOutsider(sent) ? { ...sent, path: `${sent.path}-none` } : sent),
        answered({ sent, received }) {
          if (isLower(sent) && !isOutsider(sent)) return as(received, 422, { error: 'no downgrade' })
          if (isOutsider(sent)) highest = String(changeOf(sent).orchestratorVersion ?? highest)
          return received
        },
      }
    },
    plan: walksOf(NAMESAKE_SCRIPTS, (walk) => count(walk, 'deleteCluster') === 2 && count(walk, 'updateCluster') === 3),
    seen: { operation: 'updateCluster', severity: 'failure' },
  },
  ...([2, 3] as const).map((changes) => ({
    name: `a cluster that stays locked by the roll in which the former one of its name went, at the last of ${changes} changes`,
    mistake() {
      const [rolling, locked] = [new Set<string>(), new Set<string>()]
      return {
        asked(sent: Sent) {
          if (sent.method === 'DELETE' && rolling.has(sent.path)) locked.add(sent.path)
          if (sent.method === 'PATCH' && !locked.has(sent.path)) rolling.add(sent.path)
          return sent
        },
        answered: ({ sent, received }: { sent: Sent; received: Received }) =>
          sent.method === 'PATCH' && locked.has(sent.path) ? as(received, 409, { error: 'it is rolling' }) : received,
      }
    },
    plan: walksOf(
      NAMESAKE_SCRIPTS,
      (walk) => count(walk, 'deleteCluster') === 2 && count(walk, 'updateCluster') === changes,
    ),
    seen: { operation: 'updateCluster', severity: 'failure' },
  })),
  ...[
    (name: string, other: string) => name.startsWith(other),
    (name: string, other: string) => other.startsWith(name),
  ].map((isMistaken, index) => ({
    name: `a cluster that waits for one of ours whose name is ${index === 0 ? 'the beginning of its own' : 'longer'}`,
    mistake() {
      const rolling: string[] = []
      return {
        answered({ sent, received }: { sent: Sent; received: Received }) {
          if (sent.method !== 'PATCH') return received
          if (!isOutsider(sent) && rolling.some((other) => other !== sent.path && isMistaken(sent.path, other)))
            return as(received, 409, { error: 'another change is under way' })
          if (!isOutsider(sent)) rolling.push(sent.path)
          return received
        },
      }
    },
    plan: walksOf(NAMESAKE_SCRIPTS, (walk) => count(walk, 'updateCluster') === 4),
    seen: { operation: 'updateCluster', severity: 'failure' },
  })),
  ...['elsewhere', 'in another cluster of ours'].map((where) => ({
    name: `an upgrade that is held up by a node of the same name ${where}`,
    mistake() {
      const clusters = new Map<string, Sent>()
      let isHeldUp = false
      return {
        async besides({ sent }: { sent: Sent }, client: Client) {
          if (sent.method === 'POST' && sent.path.endsWith('/clusters'))
            clusters.set(`${sent.path}/${JSON.parse(sent.body ?? '{}').name} ${isOutsider(sent)}`, sent)
          if (changeOf(sent).orchestratorVersion === undefined) return
          const names: unknown[] = []
          for (const [key, { body: _, ...asked }] of clusters) {
            const [path] = key.split(' ')
            const exchange = await client.send({ ...asked, method: 'GET', path: `${path}/nodes`, body: undefined })
            if (exchange.answered) names.push(...itemsIn(exchange.received.json, 'nodes').map(({ name }) => name))
          }
          isHeldUp = new Set(names).size < names.length
        },
        answered: ({ sent, received }: { sent: Sent; received: Received }) =>
          sent.method === 'PATCH' && isHeldUp ? as(received, 409, { error: 'a node is too old' }) : received,
      }
    },
    plan: walksOf(NAMESAKE_SCRIPTS, (walk) => {
      const isElsewhere = walk.some((goal) => goal.kind === 'call' && goal.manner === 'neighbour')
      return happens(walk, 'nodeJoins') && calls('updateCluster')(walk) && isElsewhere === (where === 'elsewhere')
    }),
    seen: { operation: 'updateCluster', severity: 'failure' },
  })),
  {
    name: 'a node that goes with another cluster',
    mistake() {
      let isGone = false
      return {
        answered({ sent, received }) {
          isGone ||= sent.method === 'DELETE' && /\/clusters\/[^/]+$/.test(sent.path)
          return isGone && sent.path.endsWith('/nodes') ? as(received, 200, { nodes: [] }) : received
        },
      }
    },
    plan: walksOf(RUNNING_SCRIPTS, (walk) => happens(walk, 'nodeJoins') && count(walk, 'deleteCluster') === 1),
    seen: { operation: 'listNodes', severity: 'failure' },
  },
  {
    name: 'a node that is taken out in its own way while the cluster rolls',
    mistake() {
      let isRolling = false
      return {
        answered({ sent, received }) {
          isRolling ||= sent.method === 'PATCH' && /\/clusters\/[^/]+$/.test(sent.path)
          const isOut = sent.method === 'DELETE' && sent.path.includes('/nodes/') && received.status === 204
          return isRolling && isOut ? as(received, 202, undefined) : received
        },
      }
    },
    plan: walksOf(RUNNING_SCRIPTS, calls('updateCluster', 'deleteNode')),
    seen: { operation: 'deleteNode', severity: 'failure', code: 'status' },
  },
  {
    name: 'services of the last cluster in all rows of a list',
    mistake: () => ({
      answered({ sent, received }) {
        if (sent.method !== 'GET' || !sent.path.endsWith('/clusters')) return received
        const clusters = itemsIn(received.json, 'clusters')
        const balancers = Object(clusters.at(-1)?.managedLoadBalancers).loadBalancers
        const mixed = clusters.map((one) => ({
          ...one,
          managedLoadBalancers: { ...Object(one.managedLoadBalancers), loadBalancers: balancers },
        }))
        return as(received, 200, { clusters: mixed })
      },
    }),
    plan: walksOf(RUNNING_SCRIPTS, (walk) => happens(walk, 'serviceExposed') && count(walk, 'createCluster') === 2),
    seen: { operation: 'listClusters', severity: 'failure', rules: ['CLU-14'] },
  },
  {
    name: 'keys that go with those of their names in another registry',
    mistake() {
      let isGone = false
      return {
        answered({ sent, received }) {
          isGone ||= sent.method === 'DELETE' && /\/registries\/[^/]+$/.test(sent.path)
          return isGone && sent.path.endsWith('/keys') ? as(received, 200, { keys: [] }) : received
        },
      }
    },
    plan: (operations) => partsOfOthersStay(operations, looksAmong(operations)),
    ids: ['createRegistry', 'deleteRegistry', 'createRegistryKey', 'listRegistryKeys'],
    seen: { operation: 'listRegistryKeys', severity: 'failure' },
  },
  {
    name: 'metrics that are unavailable only for the window that was asked for before',
    mistake() {
      let before: string | undefined
      return {
        answered({ sent, received }) {
          if (!sent.path.includes('/metrics')) return received
          const [, window] = /window=(\w+)/.exec(sent.path) ?? []
          if (received.status === 200) before = window
          if (received.status !== 503 || window === before) return received
          return as(received, 200, { window, stepSeconds: 60, uptimePct: {}, series: [] })
        },
      }
    },
    plan: (operations) =>
      switched(operations, looksAmong(operations), ({ event }) => event === 'metricsAvailability').slice(0, 1),
    ids: ['createMonitor', 'getMonitorMetrics'],
    seen: { operation: 'getMonitorMetrics', severity: 'failure' },
  },
  {
    name: 'a monitor that goes down once more for the other vantage',
    mistake: () => ({
      answered({ sent, received }) {
        if (!sent.path.endsWith('/transitions')) return received
        const transitions = itemsIn(received.json, 'transitions')
        const [newest] = transitions
        const isOfTwo = newest?.to === 'down' && transitions.length > 5
        return isOfTwo ? as(received, 200, { transitions: [{ ...newest, from: 'down' }, ...transitions] }) : received
      },
    }),
    plan: walksOf(
      HISTORY_SCRIPTS,
      (walk) => count(walk, 'listMonitorTransitions') === 5 && count(walk, 'createMonitor') === 1,
    ),
    seen: { operation: 'listMonitorTransitions', rules: ['UPT-07'] },
  },
  {
    name: 'a catalog without what the last one to ask is not enabled for',
    mistake() {
      let isAsked = false
      return {
        answered({ sent, received }) {
          if (!sent.path.endsWith('/iam/permissions')) return received
          if (isOutsider(sent)) isAsked = true
          const services = itemsIn(received.json, 'services').filter(({ service }) => service !== 'uptime')
          return isAsked && !isOutsider(sent) ? as(received, 200, { services }) : received
        },
      }
    },
    plan: walksOf(IAM_SCRIPTS, (walk) => count(walk, 'listPermissions') === 2),
    seen: { operation: 'listPermissions', severity: 'failure' },
  },
  {
    name: 'a list that is closed to us because another organization was refused it',
    mistake() {
      let isRefused = false
      return {
        answered({ sent, received }) {
          if (!sent.path.endsWith('/monitors') || sent.method !== 'GET') return received
          if (isOutsider(sent)) isRefused = received.status === 403
          return isRefused && !isOutsider(sent) ? as(received, 200, { monitors: [] }) : received
        },
      }
    },
    plan: (operations) => readWhileOffNextDoor(operations, () => true),
    ids: ['createMonitor', 'listMonitors'],
    seen: { operation: 'listMonitors', severity: 'failure' },
  },
]

test.concurrent.each(sampled(CASES, 3))('$name is seen', async ({ mistake, plan, ids = [], seen }) => {
  expect(await found(mistake(), plan, ids)).toMatchObject(seen)
  expect(await found(undefined, plan, ids)).toBeUndefined()
})
