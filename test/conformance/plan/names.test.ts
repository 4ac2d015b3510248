import { expect, onTestFinished, test } from 'vitest'
import { inTurn } from '../../../src/conformance/plan/in-turn.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { freedNames, longerNames, tellingNames } from '../../../src/conformance/plan/names.ts'
import { twinsElsewhere } from '../../../src/conformance/plan/twins-elsewhere.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import type { Operation } from '../../../src/contract/operations.ts'
import type { Client } from '../../../src/target/client.ts'
import type { Exchange } from '../../../src/target/exchange.ts'
import { received } from '../../../src/target/received.ts'
import { as, found, type Mistake } from '../../support/mistaken-target.ts'
import { openWalking, told } from '../../support/walking.ts'

type Plan = (operations: readonly Operation[]) => Walk[]

/** Sequences of the walks about some operations of uptime, at a mock behind something that answers wrongly. */
async function walked(plan: Plan, ids: readonly string[], between: (client: Client) => Client = (client) => client) {
  const walking = await openWalking({ between })
  onTestFinished(() => walking.close())
  const sequences = []
  for (const walk of plan(walking.of('uptime').filter(({ id }) => ids.includes(id))))
    sequences.push(await walking.walk(walk))
  return { told: sequences.map(told), findings: sequences.flatMap(({ finding }) => finding ?? []) }
}

const SERVICES = ['createUptimeService', 'renameUptimeService', 'deleteUptimeService', 'listUptimeServices']
const isCreation = (sent: Exchange['sent']): boolean => sent.method === 'POST' && sent.path.endsWith('/uptime/services')
const refused = { status: 409, body: JSON.stringify({ error: 'a service with this name exists' }) }

/** Never forgets a name that it has seen. */
function remembering(client: Client): Client {
  const names = new Set<string>()
  return {
    ...client,
    async send(sent) {
      const name = isCreation(sent) ? String(JSON.parse(sent.body ?? '{}').name) : undefined
      const isTaken = name !== undefined && names.has(name)
      if (name !== undefined) names.add(name)
      if (!isTaken) return client.send(sent)
      const json = { 'content-type': 'application/json' }
      return { answered: true, sent, received: received(refused.status, json, refused.body) } as Exchange
    },
  }
}

/** Deletes every service whose name begins like that of the one to be deleted. */
function deletingMore(client: Client): Client {
  const made: { readonly id: string; readonly name: string }[] = []
  return {
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      if (isCreation(sent) && exchange.answered) made.push(Object(exchange.received.json))
      const gone = sent.method === 'DELETE' && made.find(({ id }) => sent.path.endsWith(id))
      for (const { id, name } of gone ? made : [])
        if (gone && name.startsWith(gone.name)) await client.send({ ...sent, path: sent.path.replace(gone.id, id) })
      return exchange
    },
  }
}

/** Deletes the things of everybody that have the name of the one to be deleted. */
function deletingEverywhere(client: Client): Client {
  const made: { readonly name: string; readonly path: string; readonly sent: Exchange['sent'] }[] = []
  return {
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      if (isCreation(sent) && exchange.answered)
        made.push({
          sent,
          name: Object(exchange.received.json).name,
          path: `${sent.path}/${Object(exchange.received.json).id}`,
        })
      const gone = sent.method === 'DELETE' && made.find(({ path }) => path === sent.path)
      for (const one of gone ? made.filter(({ name }) => gone && name === gone.name) : [])
        await client.send({ ...one.sent, method: 'DELETE', path: one.path, body: undefined })
      return exchange
    },
  }
}

/** Answers every ping like the first. */
function keepingPing(client: Client): Client {
  let first: Promise<Exchange> | undefined
  return {
    ...client,
    send(sent) {
      if (!sent.path.endsWith('/uptime/ping')) return client.send(sent)
      first ??= client.send(sent)
      return first
    },
  }
}

const freed: Plan = (operations) => freedNames(operations, looksAmong(operations))
const longer: Plan = (operations) => longerNames(operations, looksAmong(operations))

test('a name that was given up can be given again', async () => {
  const { told: steps, findings } = await walked(freed, SERVICES)
  expect(findings).toEqual([])
  // The neighbour has one of that name beside ours, and no second one; then it is taken for us again.
  expect(steps).toContainEqual([
    ...['createUptimeService 201', 'createUptimeService 201'],
    ...['renameUptimeService 200', 'createUptimeService 201'],
    ...['createUptimeService 409', 'createUptimeService 409'],
    'listUptimeServices 200',
  ])
  expect((await walked(freed, SERVICES, remembering)).findings).toHaveLength(2)
})

test('what is done to a thing leaves those alone whose names are longer', async () => {
  expect((await walked(longer, SERVICES)).findings).toEqual([])
  expect((await walked(longer, SERVICES, deletingMore)).findings.map(({ code }) => code)).toEqual(['lacks', 'lacks'])
})

test('a domain goes alone, and leaves those below it', async () => {
  const ids = ['createDomain', 'deleteDomain', 'listDomains', 'getDomain']
  const names = new Map<string, string>()
  const withThoseBelow: Mistake = {
    async besides({ sent, received: { json } }, client) {
      const { id, name } = Object(json)
      if (sent.method === 'POST') names.set(`${sent.path}/${id}`, name)
      if (sent.method !== 'DELETE') return
      const upper = names.get(sent.path)
      for (const [path, lower] of names) if (lower.endsWith(`.${upper}`)) await client.send({ ...sent, path })
    },
  }
  expect(await found(withThoseBelow, longer, ids)).toMatchObject({ operation: 'listDomains', severity: 'failure' })
  expect(await found(undefined, longer, ids)).toBeUndefined()
})

const twins: Plan = (operations) => twinsElsewhere(operations, looksAmong(operations))

test('what is done to a thing leaves one of the same name in another organization alone', async () => {
  expect((await walked(twins, SERVICES)).findings).toEqual([])
  expect((await walked(twins, SERVICES, deletingEverywhere)).findings.map(({ code }) => code)).toEqual(['lacks'])
})

test('what was kept for one organization does not reach another', async () => {
  expect((await walked(inTurn, ['pingUptime'])).findings).toEqual([])
  expect((await walked(inTurn, ['pingUptime'], keepingPing)).findings).toMatchObject([{ rules: ['UPT-02'] }])
})

test('what a thing is called says nothing about what it is', async () => {
  const plan: Plan = (operations) => tellingNames(operations, looksAmong(operations))
  const ids = ['createRegistryKey', 'listRegistryKeys']
  expect(await found(undefined, plan, ids)).toBeUndefined()
  const byName = {
    answered({ received: given }: Exchange & { readonly answered: true }) {
      const { keys } = Object(given.json) as { readonly keys?: readonly { readonly name: string }[] }
      const told = keys?.map((key) => ({ ...key, mintedVia: key.name.startsWith('oidc') ? 'oidc' : 'manual' }))
      return told ? as(given, given.status, { keys: told }) : given
    },
  }
  expect(await found(byName, plan, ids)).toMatchObject({ operation: 'listRegistryKeys', severity: 'failure' })
})
