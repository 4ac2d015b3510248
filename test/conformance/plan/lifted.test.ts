import { expect, test } from 'vitest'
import { IN_REAL_TIME_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/in-real-time.ts'
import { SKEW_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/skew.ts'
import { ROUTE_SCRIPTS } from '../../../src/conformance/areas/email/scripts/routes.ts'
import { IMAGE_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/images.ts'
import { lifted } from '../../../src/conformance/plan/lifted.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import type { Script } from '../../../src/conformance/script/script.ts'
import type { Received } from '../../../src/target/exchange.ts'
import { as, found, type Mistake, type Plan } from '../../support/mistaken-target.ts'

/** A target that has refused something once refuses it for ever. */
function stubborn(): Mistake {
  const refused = new Map<string, Received>()
  return {
    answered({ sent: { method, path, body }, received }) {
      const key = [method, path, body].join(' ')
      if (received.status === 409) refused.set(key, received)
      const before = refused.get(key)
      return before ? as(received, before.status, before.json) : received
    },
  }
}

const again: Plan = (operations) => lifted(operations, looksAmong(operations))
const calls = (walk: Walk, id: string): number =>
  walk.filter((goal) => goal.kind === 'call' && goal.operation.id === id).length
/** The walks of some scripts that call an operation so often. */
const walksOf =
  (scripts: readonly Script[], id: string, times: number): Plan =>
  (_, all) =>
    scripts.flatMap(({ walks }) => walks(all) ?? []).filter((walk) => calls(walk, id) === times)
const upgrading: Plan = (_, all) =>
  SKEW_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter((walk) =>
    walk.some((goal) => goal.kind === 'event' && goal.event === 'agentUpgraded'),
  )

const ROUTED = ['createRoute', 'deleteRoute', 'createWebhook', 'deleteWebhook']

test.each<[string, Plan, readonly string[]]>([
  ['deleteWebhook', again, ROUTED],
  ['deleteSchedule', again, ['createSchedule', 'deleteSchedule', 'createEscalationPolicy', 'deleteEscalationPolicy']],
  ['createRoute', walksOf(ROUTE_SCRIPTS, 'createRoute', 3), []],
  ['deleteRegistry', walksOf(IMAGE_SCRIPTS, 'deleteRegistry', 3), []],
  ['updateCluster', upgrading, []],
])('%s is asked for again when nothing is in its way any more', async (operation, plan, ids) => {
  expect(await found(stubborn(), plan, ids)).toMatchObject({ operation, severity: 'failure' })
  expect(await found(undefined, plan, ids)).toBeUndefined()
})

test.concurrent('where nobody can move the clock, a token that was switched off is tried at the door', async () => {
  const plan = walksOf(IN_REAL_TIME_SCRIPTS, 'updateRegistrationToken', 2)
  const gaps = { 'clusters.progress': 'at-once' }
  const letsIn: Mistake = {
    asked: (sent) => ({ ...sent, body: sent.body?.replace('"disabled":true', '"disabled":false') }),
  }
  expect(await found(letsIn, plan, [], gaps)).toMatchObject({ operation: 'joinNode', severity: 'failure' })
  expect(await found(undefined, plan, [], gaps)).toBeUndefined()
})
