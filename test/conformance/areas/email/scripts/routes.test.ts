import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROUTE_SCRIPTS } from '../../../../../src/conformance/areas/email/scripts/routes.ts'
import type { Walk } from '../../../../../src/conformance/script/goal.ts'
import { openWalking } from '../../../../support/walking.ts'

let walking: Awaited<ReturnType<typeof openWalking>>
beforeAll(async () => {
  walking = await openWalking()
})
afterAll(() => walking.close())

const hasMail = (walk: Walk): boolean => walk.some((goal) => goal.kind === 'event' && goal.event === 'messageReceived')

test('local parts that are nearly those of a pattern are tried: longer or shorter, at either end, and with a tag', async () => {
  const all = new Map([...walking.contract.operations, ...walking.contract.doors])
  const receiving = ROUTE_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter(hasMail)
  const [whole = [], beginning = []] = receiving.slice(-2)
  const tried: string[][] = []
  for (const walk of [whole, beginning]) {
    const { trace, finding } = await walking.walk(walk)
    expect(finding).toBeUndefined()
    const mail = trace.flatMap(({ step }) => (step.kind === 'event' && step.event === 'messageReceived' ? [step] : []))
    tried.push(mail.map(({ body }) => JSON.stringify(body).replace(/.*"to":\["([^@]*)@.*/, '$1')))
  }
  expect(tried).toEqual([
    ['desk-walking0s', 'desk-walking', 'adesk-walking0', 'esk-walking0', 'desk-walking0+tag', 'somebody-walking0'],
    ['desk-walking', 'adesk-walking1', 'esk-walking1', 'somebody-walking1'],
  ])
})
