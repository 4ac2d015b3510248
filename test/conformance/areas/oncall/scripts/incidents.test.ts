import { expect, onTestFinished, test } from 'vitest'
import { INCIDENT_SCRIPTS } from '../../../../../src/conformance/areas/oncall/scripts/incidents.ts'
import { isObject } from '../../../../../src/contract/json.ts'
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

/** What is found in the walk that looks at a status page twice. */
async function found(drivenBy: (driver: Driver) => Driver) {
  const walking = await openWalking({ drivenBy })
  onTestFinished(() => walking.close())
  const walks = INCIDENT_SCRIPTS.flatMap((script) => script.walks(walking.contract.operations) ?? []).filter(
    (walk) => walk.filter((goal) => goal.kind === 'event' && goal.event === 'statusPageViewed').length === 2,
  )
  const findings = []
  for (const walk of walks) findings.push((await walking.walk(walk)).finding?.code)
  return findings
}

test('a status page shows every incident of a service that has updates', async () => {
  expect(await found((driver) => driver)).toEqual([undefined])
  expect(await found(onlyNewest)).toEqual(['status-page'])
})
