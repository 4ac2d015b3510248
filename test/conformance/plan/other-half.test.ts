import { expect, onTestFinished, test } from 'vitest'
import { ORGANIZATION_SCRIPTS } from '../../../src/conformance/areas/organization/scripts.ts'
import { castOf } from '../../../src/conformance/kit/cast.ts'
import { byOtherHalf, personalElsewhere, readForBoth } from '../../../src/conformance/plan/by-operation.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import type { Profile } from '../../../src/contract/profile.ts'
import type { Client } from '../../../src/target/client.ts'
import { as } from '../../support/mistaken-target.ts'
import { openWalking, told } from '../../support/walking.ts'

const HEADER = 'x-organization'

/** The owner once more, for an organization of somebody else's that they belong to as well. */
function withOtherHalf(profile: Profile): Profile {
  const [owner] = Object.values(profile.actors)
  const other = Object.values(profile.actors).find(({ organization }) => organization !== owner?.organization)
  if (!owner || !other) throw new Error('there is only one organization')
  const { organization } = other
  const half = { ...owner, organization, headers: { ...owner.headers, [HEADER]: organization } }
  return { ...profile, actors: { ...profile.actors, half } }
}

async function openTwoHalves(between: (client: Client) => Client) {
  const walking = await openWalking({
    gaps: { 'general.acting-organization': 'header' },
    judgedBy: withOtherHalf,
    between,
  })
  onTestFinished(() => walking.close())
  const { user: userId, organization } = walking.contract.profile.actors.half ?? {}
  await walking.session.driver.cause('roleChanges', { organization, userId, role: 'owner' })
  return walking
}

async function withTwoHalves(between: (client: Client) => Client) {
  const walking = await openTwoHalves(between)
  const operations = walking
    .of('uptime')
    .filter(({ id }) => ['createUptimeService', 'listUptimeServices', 'renameUptimeService'].includes(id))
  const sequences = []
  for (const walk of byOtherHalf(operations, looksAmong(operations))) sequences.push(await walking.walk(walk))
  return { walking, sequences }
}

test('the other half of a person sees nothing of ours', async () => {
  const { walking, sequences } = await withTwoHalves((client) => client)
  expect(castOf(walking.contract)).toMatchObject({ otherHalf: 'half' })
  expect(castOf(walking.contract).outsider).not.toBe('half')
  expect(sequences.map(({ finding }) => finding)).toEqual([undefined, undefined, undefined])
  expect(sequences.map(told)).toContainEqual(['createUptimeService 201', 'listUptimeServices 200'])
  expect(sequences.map(told)).toContainEqual(
    expect.arrayContaining(['createUptimeService 201', 'renameUptimeService 404']),
  )
})

test('a target that always acts for the first organization of a person is seen', async () => {
  const { sequences } = await withTwoHalves((client) => ({
    ...client,
    send: (sent) => {
      const { [HEADER]: _, ...headers } = sent.headers
      return client.send({ ...sent, headers })
    },
  }))
  expect(sequences.flatMap(({ finding }) => finding?.code ?? [])).toEqual(['holds', 'accepted'])
})

/** What is found in the list of tokens that the other half sees. */
async function foundInTokens(between: (client: Client) => Client) {
  const walking = await openTwoHalves(between)
  const operations = walking.of('tokens').filter(({ id }) => ['createToken', 'listTokens'].includes(id))
  const [walk = []] = personalElsewhere(operations, looksAmong(operations), ['plain', 'other-half'])
  const { trace, finding } = await walking.walk(walk)
  expect(trace.map(({ step }) => step.actor)).toContain('half')
  return finding
}

test('a token bears the organization it was made for, whichever its owner acts for', async () => {
  expect(await foundInTokens((client) => client)).toBeUndefined()
  const relabelled = await foundInTokens((client) => ({
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      const acting = sent.headers[HEADER]
      if (!exchange.answered || sent.method !== 'GET' || acting === undefined) return exchange
      const { tokens: listed } = Object(exchange.received.json)
      if (!Array.isArray(listed)) return exchange
      const tokens = listed.map((token) => ({ ...token, orgSlug: acting }))
      return { ...exchange, received: { ...exchange.received, json: { tokens }, text: JSON.stringify({ tokens }) } }
    },
  }))
  expect(relabelled).toMatchObject({ code: 'value', path: expect.stringContaining('orgSlug') })
})

test('a token that goes when its owner makes one of its name for the other organization is seen', async () => {
  const made: string[] = []
  const dropped = await foundInTokens((client) => ({
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      const isElsewhere = sent.headers[HEADER] !== undefined
      if (sent.method === 'POST' && isElsewhere) made.push(JSON.parse(sent.body ?? '{}').name)
      if (!exchange.answered || sent.method !== 'GET' || isElsewhere) return exchange
      const { tokens: listed } = Object(exchange.received.json)
      if (!Array.isArray(listed)) return exchange
      const tokens = listed.filter(({ name }) => !made.includes(name))
      return { ...exchange, received: as(exchange.received, 200, { tokens }) }
    },
  }))
  expect(dropped).toMatchObject({ operation: 'listTokens', severity: 'failure' })
})

/** What is found when somebody of both changes one contact of the other organization. */
async function foundInContacts(between: (client: Client) => Client) {
  const walking = await openTwoHalves(between)
  const isByHalf = (walk: Walk) => walk.some((goal) => goal.kind === 'call' && goal.manner === 'other-half')
  const walks = ORGANIZATION_SCRIPTS.flatMap((script) => script.walks(walking.contract.operations) ?? [])
  const { trace, finding } = await walking.walk(walks.find(isByHalf) ?? [])
  return { steps: trace.length, finding }
}

test('a change of contacts that begins with those of the first organization is seen', async () => {
  let first: unknown
  const mixing = (client: Client): Client => ({
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      if (sent.method !== 'PATCH' || !exchange.answered) return exchange
      const { received } = exchange
      first ??= received.json
      const { technicalEmail, ...others } = JSON.parse(sent.body ?? '{}')
      if (Object.keys(others).length > 0) return exchange
      return { ...exchange, received: as(received, 200, { ...Object(first), technicalEmail }) }
    },
  })
  const finding = { operation: 'updateContacts', severity: 'failure' }
  expect(await foundInContacts(mixing)).toMatchObject({ steps: 3, finding })
  expect(await foundInContacts((client) => client)).toEqual({ steps: 5, finding: undefined })
})

/** What is found where somebody of two organizations pings for the one and then for the other. */
async function foundInPings(between: (client: Client) => Client) {
  const walking = await openTwoHalves(between)
  const operations = walking.of('uptime').filter(({ id }) => id === 'pingUptime')
  const [walk = []] = readForBoth(operations, ['plain', 'other-half'])
  return (await walking.walk(walk)).finding
}

test('a ping that is answered as the last one of the same person is seen, whatever the organizations are called', async () => {
  const called = new Map<unknown, string>()
  const keeping = (isKept: boolean) => (client: Client) => {
    const last = new Map<unknown, unknown>()
    return {
      ...client,
      async send(sent: Parameters<Client['send']>[0]) {
        const exchange = await client.send(sent)
        if (!exchange.answered || !sent.path.endsWith('/ping') || exchange.received.status !== 200) return exchange
        const { org } = Object(exchange.received.json)
        if (!called.has(org)) called.set(org, `Company ${called.size}`)
        const json = { ...Object(exchange.received.json), org: called.get(org) }
        const { authorization } = sent.headers
        if (!last.has(authorization)) last.set(authorization, json)
        return { ...exchange, received: as(exchange.received, 200, isKept ? last.get(authorization) : json) }
      },
    }
  }
  expect(await foundInPings(keeping(false))).toBeUndefined()
  expect(await foundInPings(keeping(true))).toMatchObject({ operation: 'pingUptime', rules: ['UPT-02'] })
})
