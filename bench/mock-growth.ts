/** Cost of a request in a world with 100,000 unrelated things, compared with 100. Limit: 1.3 times. */

import { makeNodeMock } from '../stateful-mock/node/node-mock.ts'
import type { Sandbox } from '../stateful-mock/sandboxes/mock.ts'
import { answerIn } from '../stateful-mock/server/answer-in-sandbox.ts'
import { AS, MONITOR, MONITORS, SERVICES } from './mock-requests.ts'
import { median, shown } from './rounds.ts'

const ROUNDS = 9
const REQUESTS = 2_000
const bytes = (body: unknown) => new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body))

function ask(sandbox: Sandbox, method: string, target: string, body?: unknown): { id: string } {
  const { status, body: text = '{}' } = answerIn(sandbox, { method, target, headers: AS, body: bytes(body) })
  if (status >= 300) throw new Error(`${method} ${target} answered ${status} ${text}`)
  return JSON.parse(text)
}

/** Half of them are of the kind that is asked for, half are of other kinds. */
function worldWith(things: number): { sandbox: Sandbox; monitor: string; service: string } {
  const sandbox = makeNodeMock({ seed: 'small', clock: { frozenAt: '2026-03-05T09:00:00Z' } }).sandboxes.defaultSandbox
  const monitor = ask(sandbox, 'POST', MONITORS, MONITOR).id
  for (let count = 0; count < things; count++)
    if (count % 2) ask(sandbox, 'POST', SERVICES, { name: `other ${count}` })
    else ask(sandbox, 'POST', '/api/v1/oncall/services', { name: `other ${count}` })
  return { sandbox, monitor, service: ask(sandbox, 'POST', SERVICES, { name: 'mine' }).id }
}

const worlds = { few: worldWith(100), many: worldWith(100_000) }
let made = 0
const KINDS: Record<string, (world: typeof worlds.few) => void> = {
  'GET one': ({ sandbox, monitor }) => ask(sandbox, 'GET', `${MONITORS}/${monitor}`),
  'GET one, anew': ({ sandbox, monitor }) => ask(sandbox, 'GET', `${MONITORS}/${monitor}?${made++}`),
  'POST create': ({ sandbox }) => ask(sandbox, 'POST', SERVICES, { name: `new ${made++}` }),
  PATCH: ({ sandbox, service }) => ask(sandbox, 'PATCH', `${SERVICES}/${service}`, { name: `renamed ${made++}` }),
}

function cost(request: () => void): number {
  const start = process.cpuUsage()
  for (let count = 0; count < REQUESTS; count++) request()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / REQUESTS
}

for (const [name, request] of Object.entries(KINDS)) {
  const [few, many]: [number[], number[]] = [[], []]
  for (let round = -2; round < ROUNDS; round++) {
    const [less, more] = [cost(() => request(worlds.few)), cost(() => request(worlds.many))]
    if (round < 0) continue
    few.push(less)
    many.push(more)
  }
  const ratio = Math.min(...many) / Math.min(...few)
  console.log(
    `${name}: ${shown(few, 1, ' µs')} with 100, ${shown(many, 1, ' µs')} with 100,000: ${ratio.toFixed(2)} times by the best rounds (${(median(many) / median(few)).toFixed(2)} by the medians), bar 1.3`,
  )
}
