import { expect, onTestFinished, test } from 'vitest'
import { CREDENTIAL_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/credentials.ts'
import { onUnknown } from '../../../src/conformance/plan/by-operation.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import { isObject } from '../../../src/contract/json.ts'
import type { Operation } from '../../../src/contract/operations.ts'
import type { Client } from '../../../src/target/client.ts'
import { openWalking } from '../../support/walking.ts'

/** A side door with answers of its own. */
const answering =
  (path: string, answer: (status: number, json: unknown) => { status: number; json: unknown }) =>
  (client: Client): Client => ({
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      if (!exchange.answered || !sent.path.includes(path)) return exchange
      const { status, json } = answer(exchange.received.status, exchange.received.json)
      return { ...exchange, received: { ...exchange.received, status, json, text: JSON.stringify(json) } }
    },
  })

async function walked(
  between: (client: Client) => Client,
  walks: (all: ReadonlyMap<string, Operation>) => readonly Walk[],
) {
  const walking = await openWalking({ between })
  onTestFinished(() => walking.close())
  const sequences = []
  for (const walk of walks(new Map([...walking.contract.operations, ...walking.contract.doors])))
    sequences.push(await walking.walk(walk))
  return { found: sequences.flatMap(({ finding }) => finding?.code ?? []), coverage: walking.session.coverage }
}

const isAtDoor = (walk: Walk) => walk.some((goal) => goal.kind === 'call' && goal.operation.id === 'authorizeDataPlane')
const atDataPlane = (all: ReadonlyMap<string, Operation>) =>
  CREDENTIAL_SCRIPTS.flatMap(({ walks }) => walks(all) ?? [])
    .filter(isAtDoor)
    .slice(0, 6)
const onNothing = (id: string) => (all: ReadonlyMap<string, Operation>) =>
  onUnknown([all.get(id)].flatMap((one) => one ?? []))

const DATA_PLANE = '/data-plane/'
const isNo = (json: unknown) => isObject(json) && json.allowed === false

test('a data plane may refuse by its status, but not what it must allow', async () => {
  const byStatus = answering(DATA_PLANE, (status, json) =>
    isNo(json) ? { status: 401, json: { error: 'no' } } : { status, json },
  )
  expect((await walked(byStatus, atDataPlane)).found).toEqual([])
  const always = answering(DATA_PLANE, () => ({ status: 401, json: { error: 'no' } }))
  expect((await walked(always, atDataPlane)).found).not.toEqual([])
})

test('what is not there may be refused in whatever way, but it is refused, and by no mistake of the target', async () => {
  const with_ = (status: number) => answering('/join', () => ({ status, json: { error: 'no' } }))
  const found = await Promise.all([401, 403, 409, 500].map((status) => walked(with_(status), onNothing('joinNode'))))
  expect(found.map((one) => one.found)).toEqual([[], [], [], ['server-error']])
})

test('a door that answers in a way of its own is not understood', async () => {
  const bare = answering('/status-pages/', () => ({ status: 200, json: { all: 'well' } }))
  const { found, coverage } = await walked(bare, (all) => {
    const operation = all.get('getStatusPage')
    return operation ? [[{ kind: 'call', operation }]] : []
  })
  expect(found).toEqual([])
  expect([...coverage.inconclusive.keys()]).toEqual([expect.stringContaining('docs/side-doors.md')])
})
