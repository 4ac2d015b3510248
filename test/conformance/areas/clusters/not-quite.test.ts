import { expect, onTestFinished, test } from 'vitest'
import { clusters } from '../../../../src/conformance/areas/clusters/index.ts'
import { isObject } from '../../../../src/contract/json.ts'
import type { Driver } from '../../../../src/target/driver.ts'
import { as, found, type Mistake, type Plan } from '../../../support/mistaken-target.ts'
import { openWalking } from '../../../support/walking.ts'

/** The walks to one goal alone: there is room for few clusters. */
const walksTo =
  (last: string): Plan =>
  (_, all) =>
    clusters.scripts
      .filter(({ inRealTime }) => !inRealTime)
      .flatMap(({ walks }) => walks(all) ?? [])
      .filter((walk) =>
        walk.some((goal) => (goal.kind === 'event' ? goal.event : 'operation' in goal && goal.operation.id) === last),
      )

/** Changes that it takes though they are to be refused. */
function taking(
  isTaken: (asked: Readonly<Record<string, unknown>>, now: Readonly<Record<string, unknown>>) => boolean,
): Mistake {
  let now: Readonly<Record<string, unknown>> = {}
  return {
    async besides({ sent: { method, path, headers } }, client) {
      if (method !== 'PATCH') return
      const seen = await client.send({ method: 'GET', path, headers, body: undefined })
      now = seen.answered ? Object(seen.received.json) : {}
    },
    answered: ({ sent, received }) =>
      sent.method === 'PATCH' && received.status >= 400 && isTaken(JSON.parse(sent.body ?? '{}'), now)
        ? as(received, 200, now)
        : received,
  }
}

test('a version that only begins like one on offer is not on offer', async () => {
  const byPrefix = taking(({ orchestratorVersion: version }) => /\.$/.test(String(version)))
  expect(await found(byPrefix, walksTo('updateCluster'), [])).toMatchObject({
    rules: ['clusters.version-outside-catalog'],
  })
})

test('a smaller tier needs headroom though the same change asks for more replicas', async () => {
  const forMore = taking(({ replicas, tier }, now) => tier === 'small' && Number(replicas) > Number(now.replicas))
  expect(await found(forMore, walksTo('headroomChanges'), [])).toMatchObject({ rules: ['clusters.no-headroom'] })
})

test('a node that has gone before it was ready stays away', async () => {
  const joined: string[] = []
  let late = false
  const noting = (own: Driver): Driver => ({
    ...own,
    cause(event, body) {
      if (event === 'nodeJoins' && isObject(body) && body.ready === undefined) joined.push(String(body.node))
      late = event === 'advanceClock'
      return own.cause(event, body)
    },
  })
  const walking = await openWalking({
    drivenBy: noting,
    between: (client) => ({
      ...client,
      async send(sent) {
        const exchange = await client.send(sent)
        const isList = exchange.answered && sent.path.endsWith('/nodes') && joined.length > 0 && late
        const nodes = joined.map((name) => ({ name, ready: true, agentVersion: '1.30.0' }))
        return isList ? { ...exchange, received: as(exchange.received, 200, { nodes }) } : exchange
      },
    }),
  })
  onTestFinished(() => walking.close())
  const walks = clusters.scripts.flatMap((one) => one.walks(walking.contract.operations) ?? [])
  const gone = walks.filter((walk) => walk.some((goal) => 'operation' in goal && goal.operation.id === 'deleteNode'))
  const findings = []
  for (const walk of gone) findings.push((await walking.walk(walk)).finding)
  expect(findings.flatMap((finding) => finding?.operation ?? [])).toEqual(['listNodes'])
})
