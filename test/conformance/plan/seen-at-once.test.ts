import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ALERT_SOURCE_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/alert-sources.ts'
import { IMAGE_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/images.ts'
import { UPTIME_SCRIPTS } from '../../../src/conformance/areas/uptime/scripts.ts'
import { apart } from '../../../src/conformance/plan/apart.ts'
import { branches } from '../../../src/conformance/plan/branches.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { isObject } from '../../../src/contract/json.ts'
import type { Client } from '../../../src/target/client.ts'
import type { Exchange, Sent } from '../../../src/target/exchange.ts'
import { as, type Plan } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'
import { calls, walksOf } from '../../support/seen-case.ts'
import { openWalking } from '../../support/walking.ts'

type Between = (client: Client) => Client

/** What is asked for stands where the next request finds it, while something of it is looked up. */
const sharing =
  (isLookedUp: (sent: Sent) => boolean): Between =>
  (client) => {
    let form: Sent | undefined
    return {
      ...client,
      async send(sent, held) {
        if (!isLookedUp(sent)) return client.send(sent, held)
        form = sent
        await setTimeout(20)
        return { ...(await client.send(form, held)), sent }
      },
    }
  }

/** Alerts that are told of at the same time, of which each opens an incident of its own where there is none. */
const openingMany: Between = (client) => {
  let [underWay, isSplit] = [0, false]
  return {
    ...client,
    async send(sent, held) {
      const isAlert = sent.method === 'POST' && sent.path.endsWith('/webhook')
      if (isAlert) underWay++
      isSplit ||= underWay > 1
      const exchange = await client.send(sent, held)
      if (isAlert) underWay--
      return isSplit && sent.method === 'GET' && sent.path.endsWith('/incidents') ? split(exchange) : exchange
    },
  }
}

function split(exchange: Exchange): Exchange {
  if (!exchange.answered || !isObject(exchange.received.json)) return exchange
  const incidents: unknown[] = Array.isArray(exchange.received.json.incidents) ? exchange.received.json.incidents : []
  const each = incidents.flatMap((incident) => {
    const { firingAlerts, id } = Object(incident)
    if (firingAlerts < 2) return [incident]
    return [`${id}-2`, id].map((one) => ({ ...Object(incident), id: one, firingAlerts: 1 }))
  })
  return { ...exchange, received: as(exchange.received, 200, { incidents: each }) }
}

/** What is used is kept as it was when a use began, which takes a while: what has ended meanwhile is back again. */
const keptAsItWas: Between = (client) => {
  const [underWay, back] = [new Map<string, Sent>(), new Map<string, Exchange>()]
  return {
    ...client,
    async send(sent, held) {
      if (sent.method === 'DELETE')
        for (const [bearer, use] of underWay) back.set(bearer, { ...(await client.send(use)) })
      const bearer = isScrape(sent) ? sent.headers.authorization : undefined
      if (bearer === undefined) return client.send(sent, held)
      const exchange = back.get(bearer) ?? (await client.send(sent, held))
      underWay.set(bearer, sent)
      await setTimeout(60)
      underWay.delete(bearer)
      return exchange
    },
  }
}
const isScrape = ({ path }: Sent): boolean => path.endsWith('/metrics')

/** Whether a tag is the last one is looked up before those go that are on their way. */
const lookedUpBefore: Between = (client) => {
  let [underWay, isBoth] = [0, false]
  return {
    ...client,
    async send(sent, held) {
      if (sent.method !== 'DELETE' || !sent.path.includes('purge=true')) return client.send(sent, held)
      isBoth = ++underWay > 1
      await setTimeout(20)
      const exchange = await client.send(sent, held)
      underWay--
      return isBoth && exchange.answered
        ? { ...exchange, received: as(exchange.received, exchange.received.status, { purged: false }) }
        : exchange
    },
  }
}

const isAnswered = calls('receiveAlerts', 'acknowledgeIncident')

const CASES: readonly { name: string; between: Between; plan: Plan; ids: readonly string[]; operation: string }[] = [
  {
    name: 'two people who save their telephone at once',
    between: sharing(({ method, body }) => method === 'PUT' && /"channel":"(sms|voice)"/.test(String(body))),
    plan: (operations) => branches(operations, looksAmong(operations)),
    ids: ['savePagingSettings', 'getPagingSettings'],
    operation: 'savePagingSettings',
  },
  {
    name: 'two organizations that save their contacts at once',
    between: sharing(({ method }) => method === 'PATCH'),
    plan: (operations) => apart(operations, looksAmong(operations)),
    ids: ['updateContacts', 'getContacts'],
    operation: 'updateContacts',
  },
  {
    name: 'two alerts at once where nothing is open',
    between: openingMany,
    plan: walksOf(
      ALERT_SOURCE_SCRIPTS,
      (walk) => walk.some((goal) => goal.kind === 'call' && goal.withNext) && !isAnswered(walk),
    ),
    ids: [],
    operation: 'listIncidents',
  },
  {
    name: 'a credential that is ended while it is used',
    between: keptAsItWas,
    plan: walksOf(
      UPTIME_SCRIPTS,
      (walk) =>
        calls('scrapeMetrics', 'revokeExportToken')(walk) && walk.some((goal) => goal.kind === 'call' && goal.withNext),
    ),
    ids: [],
    operation: 'scrapeMetrics',
  },
  {
    name: 'the last two tags of an image that are purged at once',
    between: lookedUpBefore,
    plan: walksOf(
      IMAGE_SCRIPTS,
      (walk) => walk.filter((goal) => goal.kind === 'call' && goal.operation.id === 'deleteTag').length === 2,
    ),
    ids: [],
    operation: 'deleteTag',
  },
]

async function found(between: Between, plan: Plan, ids: readonly string[]) {
  const walking = await openWalking({ between })
  const all = new Map([...walking.contract.operations, ...walking.contract.doors])
  try {
    for (const walk of plan(
      [...all.values()].filter(({ id }) => ids.includes(id)),
      all,
    )) {
      const { finding } = await walking.walk(walk)
      if (finding) return finding
    }
    return undefined
  } finally {
    await walking.close()
  }
}

test.concurrent.each(sampled(CASES, 3))('$name', async ({ between, plan, ids, operation }) => {
  expect(await found(between, plan, ids)).toMatchObject({ operation, severity: 'failure' })
  expect(await found((own) => own, plan, ids)).toBeUndefined()
})
