import { expect, onTestFinished, test } from 'vitest'
import { NAMESAKE_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/namesakes.ts'
import { RUNNING_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/running.ts'
import { afterSwitch } from '../../../src/conformance/plan/after-switch.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { longerNames } from '../../../src/conformance/plan/names.ts'
import { twinsElsewhere } from '../../../src/conformance/plan/twins-elsewhere.ts'
import type { Exchange, Sent } from '../../../src/target/exchange.ts'
import { as, found, type Plan } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'
import { type Case, walksOf } from '../../support/seen-case.ts'
import { openWalking } from '../../support/walking.ts'

const isOutsider = ({ headers }: Sent): boolean => /outsider/.test(String(headers.authorization))
const changeOf = ({ method, body }: Sent): Readonly<Record<string, unknown>> =>
  method === 'PATCH' && body ? Object(JSON.parse(body)) : {}
const monitorIn = ({ path }: Sent): string => /\/monitors\/([^/?]+)/.exec(path)?.[1] ?? ''
const isOneCluster = ({ method, path }: Sent): boolean => method === 'GET' && /\/clusters\/[^/]+$/.test(path)
const switching: Plan = (operations) => afterSwitch(operations, looksAmong(operations))

/** The monitors that were switched off. */
function offNow() {
  const off = new Set<string>()
  return {
    off,
    note({ sent, received }: Exchange & { readonly answered: true }) {
      const { enabled } = changeOf(sent)
      if (received.status !== 200 || enabled === undefined) return
      if (enabled) off.delete(monitorIn(sent))
      else off.add(monitorIn(sent))
    },
  }
}

/** What is refused, or done to another, only when something was switched, or goes by a name alone. */
const CASES: readonly Case[] = [
  {
    name: 'a monitor that cannot be removed while it is switched off',
    mistake() {
      const { off, note } = offNow()
      return {
        asked: (sent) =>
          sent.method === 'DELETE' && off.has(monitorIn(sent)) ? { ...sent, path: `${sent.path}-none` } : sent,
        answered(exchange) {
          note(exchange)
          const { sent, received } = exchange
          const isKept = sent.method === 'DELETE' && off.has(monitorIn(sent))
          return isKept ? as(received, 409, { error: 'it is switched off' }) : received
        },
      }
    },
    plan: switching,
    ids: ['createMonitor', 'updateMonitor', 'getMonitor', 'deleteMonitor', 'listMonitors'],
    seen: { code: 'refused', operation: 'deleteMonitor', severity: 'failure' },
  },
  {
    name: 'a change that reaches the namesake in another organization when the roll is over',
    mistake() {
      let tier: unknown
      return {
        answered({ sent, received }) {
          if (!isOutsider(sent) && received.status === 200) tier = changeOf(sent).tier ?? tier
          const isTheirs = isOutsider(sent) && isOneCluster(sent) && received.status === 200
          return isTheirs && tier ? as(received, 200, { ...Object(received.json), tier }) : received
        },
      }
    },
    plan: walksOf(
      NAMESAKE_SCRIPTS,
      (walk) => walk.filter((goal) => goal.kind === 'call' && goal.operation.id === 'updateCluster').length === 2,
    ),
    seen: { operation: 'getCluster', severity: 'failure' },
  },
  {
    name: 'a cluster that cannot be changed while its namesake in another organization is',
    mistake() {
      let isChanged = false
      return {
        asked: (sent) =>
          isChanged && !isOutsider(sent) && sent.method === 'PATCH' ? { ...sent, path: `${sent.path}-none` } : sent,
        answered({ sent, received }) {
          isChanged ||= isOutsider(sent) && sent.method === 'PATCH'
          const isLocked = isChanged && !isOutsider(sent) && sent.method === 'PATCH'
          return isLocked ? as(received, 409, { error: 'another change is under way' }) : received
        },
      }
    },
    plan: walksOf(
      NAMESAKE_SCRIPTS.filter(({ inRealTime }) => !inRealTime),
      (walk) => walk.filter((goal) => goal.kind === 'call' && goal.operation.id === 'updateCluster').length === 2,
    ),
    seen: { code: 'refused', operation: 'updateCluster', severity: 'failure' },
  },
  {
    name: 'a node that goes in the place of one whose name its own begins with',
    mistake: () => ({
      asked: (sent) =>
        sent.method === 'DELETE' && /\/nodes\/.+1$/.test(sent.path) ? { ...sent, path: `${sent.path}0` } : sent,
    }),
    plan: walksOf(
      RUNNING_SCRIPTS,
      (walk) => walk.filter((goal) => goal.kind === 'event' && goal.event === 'nodeJoins').length === 4,
    ),
    seen: { operation: 'listNodes', severity: 'failure' },
  },
  {
    name: 'a service that goes in the place of one whose name it begins with',
    mistake() {
      const services = new Map<string, string>()
      const first = (id: string) =>
        [...services].find(([, name]) => name.startsWith(services.get(id) ?? '-'))?.[0] ?? id
      return {
        asked: (sent) =>
          sent.method === 'DELETE' ? { ...sent, path: sent.path.replace(/[^/]+$/, (id) => first(id)) } : sent,
        answered({ sent, received }) {
          const { id, name } = Object(received.json)
          if (sent.method === 'POST' && received.status === 201) services.set(id, name)
          return received
        },
      }
    },
    plan: (operations) => longerNames(operations, looksAmong(operations)),
    ids: ['createUptimeService', 'listUptimeServices', 'deleteUptimeService'],
    seen: { operation: 'listUptimeServices', severity: 'failure' },
  },
]

test.concurrent.each(sampled(CASES, 3))('$name is seen', async ({ mistake, plan, ids = [], seen }) => {
  expect(await found(mistake(), plan, ids)).toMatchObject(seen)
  expect(await found(undefined, plan, ids)).toBeUndefined()
})

/** What is found in walks over monitors where these reads fail that are of monitors switched off, or others as well. */
async function metricsFinding(fails: (isOff: boolean) => boolean) {
  const { off, note } = offNow()
  const walking = await openWalking({
    between: (client) => ({
      ...client,
      async send(sent, held) {
        const exchange = await client.send(sent, held)
        if (exchange.answered) note(exchange)
        const isMetrics = sent.path.includes('/metrics') && off.size > 0
        if (!exchange.answered || !isMetrics || !fails(off.has(monitorIn(sent)))) return exchange
        return { ...exchange, received: as(exchange.received, 503, { error: 'not now' }) }
      },
    }),
  })
  onTestFinished(() => walking.close())
  Object.assign(walking.session, { pause: async () => {} })
  for (const walk of switching(walking.of('uptime'), walking.contract.operations)) {
    const { finding } = await walking.walk(walk)
    if (finding) return finding
  }
  return undefined
}

test('metrics that are unavailable for whatever is switched off are seen; those of all may be', async () => {
  const refused = { code: 'refused', operation: 'getMonitorMetrics', actual: 503 }
  expect(await metricsFinding((isOff) => isOff)).toMatchObject(refused)
  expect(await metricsFinding(() => true)).toBeUndefined()
})

test('a change of a cluster is looked at again when it must be over, at both of two namesakes', async () => {
  const walking = await openWalking()
  onTestFinished(() => walking.close())
  const operations = walking.of('clusters').filter(({ id }) => /^(create|update|get|list)Clusters?$/.test(id))
  const [walk = []] = twinsElsewhere(operations, looksAmong(operations))
  const isLater = walk.findIndex((goal) => goal.kind === 'event' && goal.event === 'advanceClock')
  expect(walk.slice(isLater + 1).map((goal) => (goal.kind === 'call' ? goal.manner : goal.kind))).toEqual([
    ...['neighbour', 'plain'],
  ])
})
