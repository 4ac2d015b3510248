import { expect, test } from 'vitest'
import { JOINING_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/joining.ts'
import { ROUTE_SCRIPTS } from '../../../src/conformance/areas/email/scripts/routes.ts'
import { ALERT_SOURCE_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/alert-sources.ts'
import { CREDENTIAL_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/credentials.ts'
import { UPTIME_SCRIPTS } from '../../../src/conformance/areas/uptime/scripts.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { roomToSpare } from '../../../src/conformance/plan/quotas.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import type { Script } from '../../../src/conformance/script/script.ts'
import { isObject } from '../../../src/contract/json.ts'
import { type Driver, EventRefused } from '../../../src/target/driver.ts'
import type { Sent } from '../../../src/target/exchange.ts'
import { as, found, type Mistake, type Plan } from '../../support/mistaken-target.ts'
import { openWalking } from '../../support/walking.ts'

/** A target that says it is forbidden, to everybody. */
const forbidding = (isMeant: (sent: Sent) => boolean): Mistake => ({
  answered: ({ sent, received }) =>
    isMeant(sent) && received.status < 300 ? as(received, 403, { error: 'forbidden' }) : received,
})

test.concurrent.each([
  ['createCluster', 'listClusters', '/clusters'],
  ['createMonitor', 'listMonitors', '/monitors'],
])('with room for any number %s works for the owner', async (id, list, path) => {
  const never = forbidding(({ method, path: asked }) => method === 'POST' && asked.endsWith(path))
  const plan: Plan = (operations) => roomToSpare(operations, looksAmong(operations))
  expect(await found(never, plan, [id, list])).toMatchObject({ operation: id, severity: 'failure' })
  expect(await found(undefined, plan, [id, list])).toBeUndefined()
})

const calls = (walk: Walk, ...ids: readonly string[]): boolean =>
  ids.every((id) => walk.some((goal) => goal.kind === 'call' && goal.operation.id === id))

test.concurrent('whoever has the token of a source may deliver alerts', async () => {
  const never = forbidding(({ path }) => /alert/.test(path) && !path.endsWith('/alert-sources'))
  const plan: Plan = (_, all) => ALERT_SOURCE_SCRIPTS.flatMap(({ walks }) => walks(all) ?? [])
  const finding = await found(never, (ids, all) => plan(ids, all).filter((walk) => calls(walk, 'receiveAlerts')), [])
  expect(finding).toMatchObject({ operation: 'receiveAlerts', severity: 'failure' })
})

test.concurrent('whoever has an export token may scrape', async () => {
  const never = forbidding(({ path }) => path.endsWith('/metrics'))
  const plan: Plan = (_, all) =>
    UPTIME_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter((walk) => calls(walk, 'scrapeMetrics'))
  expect(await found(never, plan, [])).toMatchObject({ operation: 'scrapeMetrics', severity: 'failure' })
})

type Cause = (own: Driver, event: string, body: Readonly<Record<string, unknown>>) => Promise<unknown>

/** What walks find with a driver that reports otherwise. */
async function reported(scripts: readonly Script[], isMeant: (walk: Walk) => boolean, cause: Cause) {
  const walking = await openWalking({
    drivenBy: (own) => ({
      ...own,
      cause: (event, body) => cause(own, event, isObject(body) ? body : {}),
    }),
  })
  const all = new Map([...walking.contract.operations, ...walking.contract.doors])
  const findings = []
  for (const walk of scripts.flatMap(({ walks }) => walks(all) ?? []).filter(isMeant))
    findings.push((await walking.walk(walk)).finding)
  await walking.close()
  return findings.filter((finding) => finding !== undefined)
}

const asIs: Cause = (own, event, body) => own.cause(event as Parameters<Driver['cause']>[0], body)

test.concurrent('a login that was not asked to be less may push', async () => {
  const isMeant = (walk: Walk) => calls(walk, 'createLoginCredential') && !calls(walk, 'authorizeDataPlane')
  const pullsOnly: Cause = (own, event, body) =>
    event === 'credentialUsed' && body.for === 'push' ? Promise.resolve({ accepted: false }) : asIs(own, event, body)
  expect(await reported(CREDENTIAL_SCRIPTS, isMeant, asIs)).toEqual([])
  const findings = await reported(CREDENTIAL_SCRIPTS, isMeant, pullsOnly)
  expect(new Set(findings.map(({ code, operation }) => `${code} ${operation}`))).toEqual(
    new Set(['door credentialUsed']),
  )
})

test.concurrent('a join token lets a node in where a registration token has, and the other way round', async () => {
  const isMeant = (walk: Walk) => calls(walk, 'createJoinToken', 'createRegistrationToken')
  let joined = 0
  const once: Cause = (own, event, body) => {
    if (event === 'nodeJoins' && joined++ % 2 === 1) throw new EventRefused(409, 'the token is not valid')
    return asIs(own, event, body)
  }
  expect(await reported(JOINING_SCRIPTS, isMeant, asIs)).toEqual([])
  const findings = await reported(JOINING_SCRIPTS, isMeant, once)
  expect(findings.map(({ code, operation }) => [code, operation])).toEqual(Array(3).fill(['kept-out', 'nodeJoins']))
})

test.concurrent('a cluster that was made days ago lets a node in', async () => {
  const isMeant = (walk: Walk) => calls(walk, 'createJoinToken', 'createRegistrationToken')
  const nobody: Cause = (own, event, body) => {
    if (event === 'nodeJoins') throw new EventRefused(409, 'the cluster is not ready')
    return asIs(own, event, body)
  }
  expect(await reported(JOINING_SCRIPTS, isMeant, nobody)).toMatchObject([{ code: 'kept-out', operation: 'nodeJoins' }])
})

test.concurrent('mail comes in for an address with a route, once a domain receives', async () => {
  const isMeant = (walk: Walk) => walk.some((goal) => goal.kind === 'event' && goal.event === 'messageReceived')
  const turnedAway: Cause = (own, event, body) => {
    if (event === 'messageReceived') throw new EventRefused(409, 'nobody receives mail here')
    return asIs(own, event, body)
  }
  const findings = await reported(ROUTE_SCRIPTS, isMeant, turnedAway)
  expect(findings).toContainEqual(expect.objectContaining({ code: 'kept-out', operation: 'messageReceived' }))
})
