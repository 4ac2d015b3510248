import { expect, test } from 'vitest'
import { EMAIL_EVENTS } from '../../../src/conformance/areas/email/events.ts'
import { SENDING_SCRIPTS } from '../../../src/conformance/areas/email/scripts/sending.ts'
import { ONCALL_EVENTS } from '../../../src/conformance/areas/oncall/events.ts'
import { UPTIME_EVENTS } from '../../../src/conformance/areas/uptime/events.ts'
import type { DrawnEvents } from '../../../src/conformance/kit/drawn-event.ts'
import type { Goal, Walk } from '../../../src/conformance/script/goal.ts'
import { event, have } from '../../../src/conformance/script/script.ts'
import type { Operation } from '../../../src/contract/operations.ts'
import type { EventName } from '../../../src/model/request/operation-types.ts'
import { EventRefused } from '../../../src/target/driver.ts'
import { openWalking } from '../../support/walking.ts'

type Operations = ReadonlyMap<string, Operation>

const drawn = (events: DrawnEvents, name: EventName): Goal => event(name, (drawing) => events[name]?.body(drawing))

const isOfKey = (walk: Walk): boolean =>
  walk.some((goal) => goal.kind === 'event' && goal.event === 'messageSent') &&
  walk.some((goal) => goal.kind === 'call' && goal.operation.id === 'createSendKey')

const WALKS: Readonly<Record<string, (operations: Operations) => Walk[]>> = {
  messageSent: (operations) => SENDING_SCRIPTS.flatMap(({ walks }) => walks(operations) ?? []).filter(isOfKey),
  messageDelivered: () => [[have('EmailMessage'), drawn(EMAIL_EVENTS, 'messageDelivered')]],
  alertResolves: () => [[drawn(ONCALL_EVENTS, 'alertFires'), drawn(ONCALL_EVENTS, 'alertResolves')]],
  probeResult: () => [[have('UptimeMonitor'), drawn(UPTIME_EVENTS, 'probeResult')]],
}

/** What is found when a driver refuses an event like this, and when it does not. */
async function found(refused: string, status: number | undefined) {
  const walking = await openWalking({
    drivenBy: (own) => ({
      ...own,
      async cause(name, body) {
        if (name === refused && status !== undefined) throw new EventRefused(status, 'not as things are')
        return own.cause(name, body)
      },
    }),
  })
  const walks = WALKS[refused]?.(new Map([...walking.contract.operations, ...walking.contract.doors])) ?? []
  const sequences = await Promise.all(walks.slice(0, 1).map((walk) => walking.walk(walk)))
  await walking.close()
  expect(sequences.flatMap(({ steps }) => steps)).toContainEqual(expect.objectContaining({ event: refused }))
  return sequences.flatMap(({ finding }) => finding ?? [])
}

test.for([
  ['messageSent', 409, 'failure'],
  ['messageSent', 404, 'warning'],
  ['alertResolves', 409, 'failure'],
  ['alertResolves', 404, 'warning'],
  ['messageDelivered', 404, 'warning'],
  ['probeResult', 404, 'warning'],
] as const)('%s that is refused with %i, though nothing is in its way', async ([name, status, severity]) => {
  expect(await found(name, status)).toMatchObject([{ code: 'kept-out', operation: name, severity }])
  expect(await found(name, undefined)).toEqual([])
})

test.for([
  ['messageSent', 501],
  ['messageDelivered', 409],
  ['probeResult', 409],
  ['probeResult', 500],
] as const)('%s that is refused with %i may be beyond the driver', async ([name, status]) => {
  expect(await found(name, status)).toEqual([])
})
