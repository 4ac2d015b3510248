import { expect, onTestFinished, test } from 'vitest'
import { INCIDENT_SCRIPTS } from '../../../../../src/conformance/areas/oncall/scripts/incidents.ts'
import type { Walk } from '../../../../../src/conformance/script/goal.ts'
import { isObject } from '../../../../../src/contract/json.ts'
import type { Client } from '../../../../../src/target/client.ts'
import type { Driver } from '../../../../../src/target/driver.ts'
import { openWalking } from '../../../../support/walking.ts'

/** A status page that shows one incident of each service, the newest. */
const onlyNewest = (own: Driver): Driver => ({
  ...own,
  async cause(event, body) {
    const answer = await own.cause(event, body)
    if (event !== 'statusPageViewed' || !isObject(answer) || !Array.isArray(answer.incidents)) return answer
    return { ...answer, incidents: answer.incidents.slice(0, 1) }
  },
})

/** An alert that is over takes every incident without alerts with it. */
function resolvingAll() {
  let api: Client | undefined
  const ask = async (method: string, path: string) => {
    const exchange = await api?.send({ method, path, headers: { authorization: 'Bearer owner' }, body: undefined })
    return exchange?.answered ? Object(exchange.received.json) : {}
  }
  const between = (client: Client): Client => {
    api = client
    return client
  }
  const drivenBy = (own: Driver): Driver => ({
    ...own,
    async cause(event, body) {
      const answer = await own.cause(event, body)
      if (event !== 'alertResolves') return answer
      const { incidents } = await ask('GET', '/api/v1/oncall/incidents')
      for (const { id, firingAlerts } of incidents)
        if (firingAlerts === 0) await ask('POST', `/api/v1/oncall/incidents/${id}/resolve`)
      return answer
    },
  })
  return { between, drivenBy }
}

const causes =
  (event: string, times = 1) =>
  (walk: Walk): boolean =>
    walk.filter((goal) => goal.kind === 'event' && goal.event === event).length === times

/** True if two incidents are opened, and the status page is looked at twice. */
const showsTwo = (walk: Walk): boolean =>
  causes('statusPageViewed', 2)(walk) &&
  walk.filter((goal) => goal.kind === 'call' && goal.operation.id === 'openIncident').length === 2

/** What is found in the walks of a kind. */
async function found(how: Parameters<typeof openWalking>[0], of: (walk: Walk) => boolean = showsTwo) {
  const walking = await openWalking(how)
  onTestFinished(() => walking.close())
  const walks = INCIDENT_SCRIPTS.flatMap((script) => script.walks(walking.contract.operations) ?? []).filter(of)
  const findings = []
  for (const walk of walks) findings.push((await walking.walk(walk)).finding?.code)
  return findings
}

test('a status page shows every incident of a service that has updates', async () => {
  expect(await found({})).toEqual([undefined])
  expect(await found({ drivenBy: onlyNewest })).toEqual(['status-page'])
})

test('an incident without alerts stays open when the alert of another one is over', async () => {
  const walks = causes('alertResolves')
  expect((await found({}, walks)).filter((code) => code !== undefined)).toEqual([])
  expect((await found(resolvingAll(), walks)).at(-1)).toBe('lacks')
})
