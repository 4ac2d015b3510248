import { expect, onTestFinished, test } from 'vitest'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { differentFields, wholeOrNothing } from '../../../src/conformance/plan/several-fields.ts'
import type { Client } from '../../../src/target/client.ts'
import { openWalking, told } from '../../support/walking.ts'

const CONTACTS = '/api/v1/organization/contacts'
const ALL = ['billingEmail', 'technicalEmail', 'securityEmail']

async function findingsWith(planned: typeof wholeOrNothing, between: (client: Client) => Client) {
  const walking = await openWalking({ between })
  onTestFinished(() => walking.close())
  const operations = walking.of('organization')
  const sequences = []
  for (const walk of planned(operations, looksAmong(operations))) sequences.push(await walking.walk(walk))
  return { findings: sequences.flatMap(({ finding }) => finding ?? []), sequences }
}

/** What is good in a refused change is done all the same. */
const halfDone = (client: Client): Client => ({
  ...client,
  async send(sent) {
    const exchange = await client.send(sent)
    if (sent.method !== 'PATCH' || !exchange.answered || exchange.received.status < 400) return exchange
    const good = Object.entries(JSON.parse(sent.body ?? '{}')).filter(([, value]) => String(value).includes('@'))
    await client.send({ ...sent, body: JSON.stringify(Object.fromEntries(good)) })
    return exchange
  },
})

/**
 * Takes one change after the other. One of these fields takes its time: it is read in its turn, with all the others, and all
 * are written back later.
 */
const readModifyWrite =
  (slow: readonly string[]) =>
  (client: Client): Client => {
    let turn: Promise<unknown> = Promise.resolve()
    const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
      const own = turn.then(work)
      turn = own
      return own
    }
    return {
      ...client,
      async send(sent) {
        const fields = Object.keys(JSON.parse(sent.body ?? '{}'))
        if (!fields.some((field) => slow.includes(field))) return inTurn(() => client.send(sent))
        const read = await inTurn(() => client.send({ ...sent, method: 'GET', path: CONTACTS, body: undefined }))
        await new Promise((resolve) => setTimeout(resolve, 20))
        const before = read.answered ? Object(read.received.json) : {}
        return client.send({ ...sent, body: JSON.stringify({ ...before, ...JSON.parse(sent.body ?? '{}') }) })
      },
    }
  }

const asItIs = (client: Client): Client => client

test('one wrong field among good ones leaves everything as it was', async () => {
  const { findings, sequences } = await findingsWith(wholeOrNothing, asItIs)
  expect(findings).toEqual([])
  expect(sequences.map(told)).toEqual(Array(6).fill(['updateContacts 400', 'getContacts 200']))
  expect((await findingsWith(wholeOrNothing, halfDone)).findings).toHaveLength(3)
})

test('changes of different fields at the same time both stay', async () => {
  const { findings, sequences } = await findingsWith(differentFields, asItIs)
  expect(findings).toEqual([])
  expect(sequences.map(told)).toEqual(Array(2).fill(['updateContacts 200', 'updateContacts 200', 'getContacts 200']))
  expect((await findingsWith(differentFields, readModifyWrite(ALL))).findings).toHaveLength(2)
})

test.each(['billingEmail', 'technicalEmail'])('also where only a change of %s takes its time', async (field) => {
  expect((await findingsWith(differentFields, readModifyWrite([field]))).findings).toHaveLength(1)
})
