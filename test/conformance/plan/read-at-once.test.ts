import { expect, onTestFinished, test } from 'vitest'
import { eachOfTwo, readAtOnce } from '../../../src/conformance/plan/read-at-once.ts'
import type { Client } from '../../../src/target/client.ts'
import type { Received } from '../../../src/target/exchange.ts'
import { received } from '../../../src/target/received.ts'
import { openWalking } from '../../support/walking.ts'

/** Answers that are under way together are written into one buffer: a long one shows through a short one. */
function sharing(client: Client): Client {
  let underWay = 0
  let buffer = ''
  const written = (own: Received): Received => {
    if (underWay < 20) return own
    buffer = own.text + buffer.slice(own.text.length)
    return received(own.status, { 'content-type': 'application/json' }, buffer)
  }
  return {
    ...client,
    async send(sent) {
      underWay++
      const exchange = await client.send(sent)
      const mixed = exchange.answered ? { ...exchange, received: written(exchange.received) } : exchange
      underWay--
      return mixed
    },
  }
}

/** Who asks for a raw message while another is fetched gets that one. */
function sharingContent(client: Client): Client {
  let [underWay, last] = [0, '']
  return {
    ...client,
    async send(sent) {
      if (!sent.path.endsWith('/content')) return client.send(sent)
      const path = underWay > 0 ? last : sent.path
      last = path
      underWay++
      const exchange = await client.send({ ...sent, path })
      underWay--
      return { ...exchange, sent }
    },
  }
}

async function foundIn(read: string, between: (client: Client) => Client) {
  const walking = await openWalking({ between })
  onTestFinished(() => walking.close())
  const walks = eachOfTwo(walking.of('email'))
  const [walk = []] = walks.filter(([, , , one]) => one?.kind === 'call' && one.operation.id === read)
  expect(walk).not.toHaveLength(0)
  return (await walking.walk(walk)).finding
}

test('who asks for one thing while somebody asks for another is answered with the one', async () => {
  expect(await foundIn('getMessageContent', (client) => client)).toBeUndefined()
  expect(await foundIn('getMessageContent', sharingContent)).toMatchObject({ check: 'parallel', severity: 'failure' })
})

async function found(between: (client: Client) => Client) {
  const walking = await openWalking({ between })
  onTestFinished(() => walking.close())
  const walks = readAtOnce([...walking.of('email'), ...walking.of('oncall')], new Map())
  const findings = []
  for (const walk of walks) findings.push((await walking.walk(walk)).finding)
  return findings
}

test('who reads at the same time as others gets an answer of their own, and gets it whole', async () => {
  expect(await found((client) => client)).toEqual([undefined, undefined])
  expect(await found(sharing)).toMatchObject([
    { operation: 'listDomains', severity: 'failure', check: 'parallel' },
    { operation: 'listSchedules', severity: 'failure', check: 'parallel' },
  ])
})
