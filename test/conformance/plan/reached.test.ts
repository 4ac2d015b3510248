import { afterEach, expect, test } from 'vitest'
import { filtered } from '../../../src/conformance/plan/filters.ts'
import { type Looks, looksAmong } from '../../../src/conformance/plan/looks.ts'
import { afterEvents } from '../../../src/conformance/plan/through-time.ts'
import { twinsElsewhere } from '../../../src/conformance/plan/twins-elsewhere.ts'
import { firstWalks } from '../../../src/conformance/plan/walks.ts'
import type { CallGoal, Walk } from '../../../src/conformance/script/goal.ts'
import { isObject } from '../../../src/contract/json.ts'
import type { Operation } from '../../../src/contract/operations.ts'
import { type Driver, NO_DRIVER } from '../../../src/target/driver.ts'
import { openWalking, told } from '../../support/walking.ts'

let walking: Awaited<ReturnType<typeof openWalking>>
afterEach(() => walking.close())

const nameOf = ({ operation, manner = 'plain' }: CallGoal): string => `${operation.id} (${manner})`

/** The planned requests that no walk gets to; the callers of a cast that the mock has not are left out. */
async function unreached(walks: readonly Walk[]): Promise<string[]> {
  expect(walks).not.toEqual([])
  const [planned, reached] = [new Set<string>(), new Set<string>()]
  for (const walk of walks) {
    const watched = walk.map((goal) => {
      if (goal.kind !== 'call') return goal
      planned.add(nameOf(goal))
      return {
        ...goal,
        drawn: (...of: Parameters<NonNullable<CallGoal['drawn']>>) => {
          reached.add(nameOf(goal))
          goal.drawn?.(...of)
        },
      }
    })
    await walking.walk(watched)
  }
  return [...planned.difference(reached)]
}

const withCalls = (walks: readonly Walk[], calls: RegExp): Walk[] =>
  walks.filter((walk) => walk.some((goal) => goal.kind === 'call' && calls.test(nameOf(goal))))

test('what is below a registry is asked for where there is no such registry, or no longer', async () => {
  walking = await openWalking()
  const walks = withCalls(firstWalks(walking.session, walking.of('registry')), /\((unknown|gone)-id\)/)
  expect(await unreached(walks)).toEqual([])
})

/** A driver that says of a message nothing but its name. */
const tellingLittle = (driver: Driver): Driver => ({
  ...driver,
  async cause(event, body) {
    const report = await driver.cause(event, body)
    return event === 'messageSent' && isObject(report) ? { messageId: report.messageId } : report
  },
})

test('what only events make is listed first, so that others can name it', async () => {
  walking = await openWalking({ drivenBy: tellingLittle })
  const walks = withCalls(firstWalks(walking.session, walking.of('email')), /^redeliverDelivery \(elsewhere/)
  expect(await unreached(walks.slice(0, 1))).toEqual([])
})

test('where nobody can push an image, those who must be refused are, whatever they ask for', async () => {
  walking = await openWalking({ drivenBy: () => NO_DRIVER })
  const operations = walking.of('registry').filter(({ id }) => /^(list|delete)(Tags?|Manifests?)$/.test(id))
  const walks = withCalls(firstWalks(walking.session, operations), /\((nobody|unknown-id|elsewhere)\)/)
  const missed = await unreached(walks)
  expect(missed.filter((name) => /\((nobody|unknown-id|elsewhere)\)/.test(name))).toEqual([])
})

test('a login is tried at the data plane also where nobody can push an image', async () => {
  walking = await openWalking({ drivenBy: () => NO_DRIVER })
  const walks = withCalls(firstWalks(walking.session, walking.of('registry')), /^authorizeDataPlane/)
  const all = []
  for (const walk of walks.slice(0, 4)) all.push(...told(await walking.walk(walk)))
  expect(all).toContain('authorizeDataPlane 200')
})

test('a script that ends with a refusal looks whether it changed something', async () => {
  walking = await openWalking()
  const last = firstWalks(walking.session, walking.of('registry')).flatMap((walk) => {
    const goals = walk.filter((goal) => goal.kind === 'call')
    return goals.some(({ operation, manner }) => operation.id === 'deleteTag' && manner === 'lesser')
      ? [goals.at(-1)?.operation.id]
      : []
  })
  expect(last).not.toEqual([])
  expect(last).not.toContain('deleteTag')
})

test('a neighbour makes what their own things name, first', async () => {
  walking = await openWalking()
  const [route] = withCalls(
    twinsElsewhere(walking.of('email'), () => []),
    /^createRoute \(neighbour\)/,
  )
  const [monitor] = withCalls(
    twinsElsewhere(walking.of('uptime'), () => []),
    /^createMonitor \(neighbour\)/,
  )
  const sent = [...told(await walking.walk(route ?? [])), ...told(await walking.walk(monitor ?? []))]
  expect(sent.filter((line) => line === 'createRoute 201')).toHaveLength(2)
  expect(sent.filter((line) => line === 'createMonitor 201')).toHaveLength(2)
})

/** The outside events that walks over an area are about and never come to. */
async function neverCaused(area: string, plan: (operations: readonly Operation[], looks: Looks) => Walk[]) {
  walking = await openWalking()
  const operations = walking.of(area)
  const [wanted, caused] = [new Set<string>(), new Set<string>()]
  for (const walk of plan(operations, looksAmong(operations))) {
    for (const goal of walk) if (goal.kind === 'event') wanted.add(goal.event)
    for (const { step } of (await walking.walk(walk)).trace) if (step.kind === 'event') caused.add(step.event)
  }
  return [...wanted.difference(caused)]
}

test.each(['clusters', 'oncall', 'uptime'])('walks about what happens in %s come to all of it', async (area) => {
  expect(await neverCaused(area, afterEvents)).toEqual([])
})

test('lists of messages are filtered with received ones among them', async () => {
  const messages = (operations: readonly Operation[]) =>
    filtered(operations).filter((walk) =>
      walk.some((goal) => goal.kind === 'call' && goal.operation.id === 'listMessages'),
    )
  expect(await neverCaused('email', (operations) => messages(operations).slice(0, 1))).toEqual([])
})
