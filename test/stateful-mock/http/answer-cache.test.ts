import { expect, test } from 'vitest'
import { AS, MONITOR, MONITORS, SERVICES } from '../../../bench/mock-requests.ts'
import { makeNodeMock } from '../../../stateful-mock/node/node-mock.ts'
import { answerIn } from '../../../stateful-mock/server/answer-in-sandbox.ts'
import { NINE } from '../support.ts'

const { defaultSandbox } = makeNodeMock({ seed: 'small', clock: { frozenAt: NINE } }).sandboxes

function ask(method: string, target: string, json?: unknown) {
  const body = new TextEncoder().encode(json === undefined ? '' : JSON.stringify(json))
  return answerIn(defaultSandbox, { method, target, headers: AS, body })
}

const made = (name: string): string => JSON.parse(ask('POST', MONITORS, { ...MONITOR, name }).body ?? '').id

/** An answer that is given again is the very same one. */
const again = (target: string) => {
  ask('GET', target)
  ask('GET', target)
  return ask('GET', target)
}

test('the answer about one thing is given again though another thing of its kind has changed', () => {
  const [one, other] = ['one', 'other'].map((name) => `${MONITORS}/${made(name)}`) as [string, string]
  const before = { one: again(one), other: again(other) }
  expect(ask('GET', one)).toBe(before.one)
  expect(ask('PATCH', other, { name: 'renamed' }).status).toBe(200)
  expect(ask('GET', one)).toBe(before.one)
  expect(ask('GET', other).body).toContain('renamed')
  expect(ask('DELETE', one).status).toBe(204)
  expect(ask('GET', one).status).toBe(404)
})

test('a list, and what is not there, are looked at anew when something is made', () => {
  const list = again(SERVICES)
  expect(ask('GET', SERVICES)).toBe(list)
  ask('POST', SERVICES, { name: 'made' })
  expect(ask('GET', SERVICES).body).toContain('made')
})
