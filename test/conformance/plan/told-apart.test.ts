import { expect, onTestFinished, test } from 'vitest'
import { amongOthers } from '../../../src/conformance/plan/among-others.ts'
import { apart } from '../../../src/conformance/plan/apart.ts'
import { branches } from '../../../src/conformance/plan/branches.ts'
import { byNobody, unseenElsewhere } from '../../../src/conformance/plan/by-operation.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import type { Client } from '../../../src/target/client.ts'
import type { Exchange, Sent } from '../../../src/target/exchange.ts'
import { ORGANIZATION_HEADER, withColleagueElsewhere } from '../../support/colleague-elsewhere.ts'
import { as, found, type Mistake, type Plan } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'
import type { Case } from '../../support/seen-case.ts'
import { openWalking } from '../../support/walking.ts'

const isMaking = ({ method, path }: Sent, what: string): boolean => method === 'POST' && path.endsWith(`/${what}`)
const some =
  (plan: (...given: Parameters<typeof apart>) => Walk[], isMeant: (walk: Walk) => boolean = () => true): Plan =>
  (operations) =>
    plan(operations, looksAmong(operations)).filter(isMeant)

const CASES: readonly Case[] = [
  {
    name: 'a list is filled from the last twenty that anybody made',
    mistake() {
      const made: unknown[] = []
      return {
        answered({ sent, received }) {
          const { id, tokens } = Object(received.json)
          if (isMaking(sent, 'tokens') && received.status === 201) made.push(id)
          const isOld = (one: { readonly id: unknown }) => made.slice(0, -20).includes(one.id)
          if (sent.method !== 'GET' || !Array.isArray(tokens)) return received
          return as(received, 200, { tokens: tokens.filter((one) => !isOld(one)) })
        },
      }
    },
    plan: some(amongOthers),
    ids: ['createToken', 'listTokens'],
    seen: { operation: 'listTokens', severity: 'failure' },
  },
  {
    name: 'what is being read of a request is overwritten by the next one',
    mistake() {
      let name: unknown
      return {
        asked(sent) {
          if (isMaking(sent, 'monitors')) ({ name } = JSON.parse(sent.body ?? '{}'))
          return sent
        },
        answered: ({ sent, received }) =>
          isMaking(sent, 'monitors') && received.status === 201
            ? as(received, 201, { ...Object(received.json), name })
            : received,
      }
    },
    plan: some(apart, (walk) => walk.some((goal) => goal.kind === 'call' && goal.duringNext)),
    ids: ['createMonitor', 'listMonitors'],
    seen: { operation: 'createMonitor', severity: 'failure' },
  },
  {
    name: 'what is gone is shown to everybody',
    mistake() {
      const gone = new Set<string>()
      return {
        answered({ sent, received }) {
          if (sent.method === 'DELETE' && received.status === 204) gone.add(sent.path)
          const isGone = sent.method === 'GET' && [...gone].some((path) => sent.path.startsWith(`${path}/metrics`))
          return isGone ? as(received, 200, { window: '24h', stepSeconds: 60, series: [] }) : received
        },
      }
    },
    plan: (operations) => unseenElsewhere(operations),
    ids: ['deleteMonitor', 'getMonitorMetrics'],
    seen: { operation: 'getMonitorMetrics', severity: 'failure' },
  },
]

test.concurrent.each(sampled(CASES, 3))('$name', async ({ mistake, plan, ids = [], seen }) => {
  expect(await found(mistake(), plan, ids)).toEqual(expect.objectContaining(seen))
  expect(await found(undefined, plan, ids)).toBeUndefined()
})

/** Of two things that are made at the same time under one name the second is taken for the first, asked for twice. */
function onceByName(client: Client): Client {
  const underWay = new Map<string, Promise<Exchange>>()
  return {
    ...client,
    async send(sent) {
      if (!isMaking(sent, 'monitors')) return client.send(sent)
      const { name = '' } = JSON.parse(sent.body ?? '{}')
      const answer = underWay.get(name) ?? client.send(sent)
      underWay.set(name, answer)
      const exchange = await answer
      underWay.delete(name)
      return { ...exchange, sent }
    },
  }
}

test('two things of one name that are made at the same time are two things', async () => {
  const isMeant = (walk: Walk) => walk.some((goal) => goal.kind === 'call' && goal.intent === 'exotic')
  const foundIn = async (between: (client: Client) => Client) => {
    const walking = await openWalking({ between })
    onTestFinished(() => walking.close())
    const operations = walking.of('uptime').filter(({ id }) => ['createMonitor', 'listMonitors'].includes(id))
    const findings = []
    for (const walk of branches(operations, looksAmong(operations)).filter(isMeant))
      findings.push((await walking.walk(walk)).finding)
    return findings.filter((finding) => finding !== undefined)
  }
  expect(await foundIn((client) => client)).toEqual([])
  expect(await foundIn(onceByName)).toContainEqual(expect.objectContaining({ severity: 'failure' }))
})

test('nobody who names an organization is still nobody', async () => {
  const letIn: Mistake['answered'] = ({ sent, received }) =>
    received.status === 401 && sent.headers[ORGANIZATION_HEADER] !== undefined
      ? as(received, 200, { monitors: [] })
      : received
  const foundIn = async (change: NonNullable<Mistake['answered']>) => {
    const walking = await openWalking({
      gaps: { 'general.acting-organization': 'header' },
      judgedBy: (profile) => withChooser(withColleagueElsewhere(profile)),
      between: (client) => ({
        ...client,
        async send(sent) {
          const exchange = await client.send(sent)
          return exchange.answered ? { ...exchange, received: change({ ...exchange, sent }) } : exchange
        },
      }),
    })
    onTestFinished(() => walking.close())
    const operations = walking.of('uptime').filter(({ id }) => id === 'listMonitors')
    expect(walking.cast.chooser).toBeDefined()
    const findings = []
    for (const walk of byNobody(operations, true)) findings.push((await walking.walk(walk)).finding)
    return findings.filter((finding) => finding !== undefined)
  }
  expect(await foundIn(({ received }) => received)).toEqual([])
  expect(await foundIn(letIn)).toMatchObject([{ operation: 'listMonitors', severity: 'failure' }])
})

/** Whoever belongs to two organizations says in each half which is meant. */
function withChooser(profile: ReturnType<typeof withColleagueElsewhere>): typeof profile {
  const actors = Object.entries(profile.actors).map(([name, actor]) => {
    const isDual = name !== 'elsewhere' && actor.user === profile.actors.elsewhere?.user && actor.headers
    const headers = { ...actor.headers, [ORGANIZATION_HEADER]: actor.organization }
    return [name, isDual ? { ...actor, headers } : actor]
  })
  return { ...profile, actors: Object.fromEntries(actors) }
}
