import { expect, onTestFinished, test } from 'vitest'
import { SCOPE_SCRIPTS } from '../../../../src/conformance/areas/tokens/scopes.ts'
import type { Goal, Walk } from '../../../../src/conformance/script/goal.ts'
import { isObject } from '../../../../src/contract/json.ts'
import type { Client } from '../../../../src/target/client.ts'
import type { Exchange } from '../../../../src/target/exchange.ts'
import { openWalking, told } from '../../../support/walking.ts'

/** What the walks about roles alone and about registries found, and what they did. */
async function walkedWith(between: (client: Client) => Client) {
  const walking = await openWalking({ between })
  onTestFinished(() => walking.close())
  const [roles, registries] = SCOPE_SCRIPTS.map(({ walks }) => walks(walking.contract.operations) ?? [])
  const sequences = []
  for (const walk of [...(roles ?? []), ...(registries ?? [])]) sequences.push(await walking.walk(walk))
  return { found: sequences.flatMap(({ finding }) => finding ?? []), done: sequences.map(told) }
}

type Scope = readonly { readonly role: string; readonly resourceIds?: readonly string[] }[]

const refused = (exchange: Exchange): Exchange => {
  const json = { error: 'resourceIds is required' }
  if (!exchange.answered) return exchange
  return { ...exchange, received: { ...exchange.received, status: 400, json, text: JSON.stringify(json) } }
}

/** Does something else where a token is minted with a scope. */
const minting = (
  client: Client,
  otherwise: (scope: Scope, send: (scope: Scope) => Promise<Exchange>) => Promise<Exchange>,
): Client => ({
  ...client,
  async send(sent) {
    const body: unknown = sent.method === 'POST' && sent.path.endsWith('/tokens') ? JSON.parse(sent.body ?? '{}') : {}
    if (!isObject(body) || !Array.isArray(body.scope)) return client.send(sent)
    return otherwise(body.scope, (scope) => client.send({ ...sent, body: JSON.stringify({ ...body, scope }) }))
  },
})

test('a role is enough for a grant, and nobody is given what they cannot see in whatever place it is named', async () => {
  const { found, done } = await walkedWith((client) => client)
  expect(found).toEqual([])
  expect(done.slice(0, 2)).toEqual(Array(2).fill(['getTokenScopeOptions 200', 'createToken 201', 'listTokens 200']))
  expect(done.slice(2).map((walk) => walk.slice(-3))).toEqual(Array(2).fill(Array(3).fill('createToken 403')))
})

test.for([
  ['first', 0],
  ['last', -1],
] as const)('a target that looks at the %s resource of a scope only is seen', async ([, place]) => {
  const { found } = await walkedWith((client) =>
    minting(client, (scope, send) => {
      const one = scope.flatMap(({ resourceIds = [] }) => resourceIds).at(place)
      return send(scope.map((grant) => ({ ...grant, ...(one !== undefined && { resourceIds: [one] }) })))
    }),
  )
  expect(found).toEqual(Array(2).fill(expect.objectContaining({ code: 'accepted', severity: 'failure' })))
})

test('a target that will have resources in every grant is seen', async () => {
  const { found } = await walkedWith((client) =>
    minting(client, async (scope, send) =>
      scope.some(({ resourceIds }) => resourceIds === undefined)
        ? refused(await send([{ role: 'no-such-role' }]))
        : send(scope),
    ),
  )
  expect(found).toEqual(Array(2).fill(expect.objectContaining({ code: 'refused', operation: 'createToken' })))
})

test('a target that lets members name what only others of the organization can see is seen', async () => {
  const found = async (between: (client: Client) => Client) => {
    const walking = await openWalking({ between })
    onTestFinished(() => walking.close())
    const walks = SCOPE_SCRIPTS.flatMap((script) => script.walks(walking.contract.operations) ?? [])
    const narrowed = walks.filter((walk) => walk.some((goal) => goal.kind === 'event'))
    const findings = []
    for (const walk of narrowed) findings.push((await walking.walk(walk)).finding)
    return findings.flatMap((finding) => finding ?? [])
  }
  expect(await found((client) => client)).toEqual([])
  const asOwner = (client: Client): Client => ({
    ...client,
    send: (sent) =>
      client.send(
        sent.path.endsWith('/tokens') && sent.method === 'POST'
          ? { ...sent, headers: { ...sent.headers, authorization: 'Bearer owner' } }
          : sent,
      ),
  })
  expect(await found(asOwner)).toContainEqual(
    expect.objectContaining({ operation: 'createToken', rule: 'tokens.resource-beyond-owner' }),
  )
})

test('a target that remembers what somebody could once name is seen', async () => {
  const walking = await openWalking({ between: remembering })
  onTestFinished(() => walking.close())
  const walks = SCOPE_SCRIPTS.flatMap((script) => script.walks(walking.contract.operations) ?? [])
  const mintsTwice = (walk: Walk) => walk.filter(isMinting).length === 2 && walk.some((goal) => goal.kind === 'event')
  const [lost, ...others] = walks.filter(mintsTwice)
  expect(others).not.toEqual([])
  expect((await walking.walk(lost ?? [])).finding).toMatchObject({ rule: 'tokens.resource-beyond-owner' })
})

const isMinting = (goal: Goal): boolean => goal.kind === 'call' && goal.operation.id === 'createToken'

/** A scope that was good once is so for ever: the token is minted by the owner. */
const remembering = (client: Client): Client => {
  const good = new Set<string>()
  return {
    ...client,
    async send(sent) {
      if (sent.method !== 'POST' || !sent.path.endsWith('/tokens')) return client.send(sent)
      const scope = JSON.stringify(JSON.parse(sent.body ?? '{}').scope)
      const exchange = await client.send(sent)
      if (exchange.answered && exchange.received.status === 201) good.add(scope)
      if (!exchange.answered || exchange.received.status === 201 || !good.has(scope)) return exchange
      return client.send({ ...sent, headers: { ...sent.headers, authorization: 'Bearer owner' } })
    },
  }
}
