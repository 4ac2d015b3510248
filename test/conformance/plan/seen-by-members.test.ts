import { expect, onTestFinished, test } from 'vitest'
import { readForBoth } from '../../../src/conformance/plan/by-operation.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { nextDoorByMember } from '../../../src/conformance/plan/next-door.ts'
import { personOfTwo } from '../../../src/conformance/plan/person-of-two.ts'
import { switchedNextDoor } from '../../../src/conformance/plan/switched-next-door.ts'
import { becomes } from '../../../src/conformance/script/becomes.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import type { Operation } from '../../../src/contract/operations.ts'
import type { Client } from '../../../src/target/client.ts'
import type { Exchange, Sent } from '../../../src/target/exchange.ts'
import { ORGANIZATION_HEADER, withColleagueElsewhere } from '../../support/colleague-elsewhere.ts'
import { as } from '../../support/mistaken-target.ts'
import { openWalking } from '../../support/walking.ts'

/** What is sent in place of a request of the colleague for the other organization, and what is made of the answer. */
type Mistake = (sent: Sent, send: (sent: Sent) => Promise<Exchange>) => Promise<Exchange>

async function found(
  mistake: Mistake | undefined,
  ids: readonly string[],
  plan: (some: readonly Operation[]) => Walk[],
) {
  const walking = await openWalking({
    gaps: { 'general.acting-organization': 'header' },
    judgedBy: withColleagueElsewhere,
    between: (client): Client => ({
      ...client,
      send: (sent, held) =>
        mistake && sent.headers[ORGANIZATION_HEADER] !== undefined
          ? mistake(sent, (other) => client.send(other, held))
          : client.send(sent, held),
    }),
  })
  onTestFinished(() => walking.close())
  const operations = [...walking.contract.operations.values()].filter(({ id }) => ids.includes(id))
  for (const walk of plan(operations)) {
    const { finding } = await walking.walk(walk)
    if (finding) return finding
  }
  return undefined
}

const forTheFirst = ({ headers: { [ORGANIZATION_HEADER]: _, ...headers }, ...sent }: Sent): Sent => ({
  ...sent,
  headers,
})

const SERVICES = ['createUptimeService', 'listUptimeServices']

test('what somebody of two organizations makes is made in the one they act for', async () => {
  const byMember = (operations: readonly Operation[]) => nextDoorByMember(operations, looksAmong(operations))
  const inTheFirst: Mistake = (sent, send) => send(sent.method === 'POST' ? forTheFirst(sent) : sent)
  expect(await found(undefined, SERVICES, byMember)).toBeUndefined()
  expect(await found(inTheFirst, SERVICES, byMember)).toMatchObject({ severity: 'failure' })
})

test('what is switched off for one organization is not asked of the other', async () => {
  const ids = ['createRegistry', 'listRegistries']
  const switched = (operations: readonly Operation[]) =>
    switchedNextDoor(operations, looksAmong(operations), () => true)
  expect(await found(undefined, ids, switched)).toBeUndefined()
  // Whether it is paid for is looked up in the organization that they joined first.
  const payerOfTheFirst: Mistake = async (sent, send) => {
    if (sent.method !== 'POST') return send(sent)
    const [first, asked] = [await send(forTheFirst({ ...sent, body: probe(sent) })), await send(sent)]
    if (!first.answered || !asked.answered || asked.received.status !== 201) return asked
    return first.received.status === 402 ? { ...asked, received: as(asked.received, 402, first.received.json) } : asked
  }
  expect(await found(payerOfTheFirst, ids, switched)).toMatchObject({
    operation: 'createRegistry',
    severity: 'failure',
  })
})

const probe = (sent: Sent): string => JSON.stringify({ slug: `${JSON.parse(sent.body ?? '{}').slug}-first` })

test('what they read for one is not shown to them for the other', async () => {
  const read = (operations: readonly Operation[]) => readForBoth(operations, ['dual', 'dual-elsewhere'])
  // A page that is kept for a person is kept whoever they act for.
  const keptByPerson: Mistake = (sent, send) => send(sent.method === 'GET' ? forTheFirst(sent) : sent)
  expect(await found(undefined, SERVICES, read)).toBeUndefined()
  expect(await found(keptByPerson, SERVICES, read)).toMatchObject({ severity: 'failure' })
})

test('what names them for one is not there for them in the other', async () => {
  const ids = ['createSchedule', 'listSchedules', 'updateSchedule']
  const named = (operations: readonly Operation[]) =>
    personOfTwo(operations, looksAmong(operations), 'dual-elsewhere').map((walk) => [
      becomes('dualElsewhere', 'admin'),
      ...walk,
    ])
  // Whoever takes part in a rotation sees it.
  const ownEverywhere: Mistake = async (sent, send) => {
    const asked = await send(sent)
    const { schedules } = Object(asked.answered && asked.received.json)
    const first = schedules && (await send(forTheFirst(sent)))
    if (!asked.answered || !first?.answered) return asked
    const theirs = [Object(first.received.json).schedules].flat().filter(takesPart)
    return { ...asked, received: as(asked.received, 200, { schedules: [...schedules, ...theirs] }) }
  }
  const takesPart = (schedule: unknown) => JSON.stringify(Object(schedule).participants).includes('usr_bo')
  expect(await found(undefined, ids, named)).toBeUndefined()
  expect(await found(ownEverywhere, ids, named)).toMatchObject({ operation: 'listSchedules', why: 'elsewhere' })
})
