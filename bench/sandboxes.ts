/** The cost of sandboxes: forks of the default world, and 500 of them with their own traffic. `node --expose-gc bench/sandboxes.ts` */
import { keepHeapSmall } from '../bin/serve/small-heap.ts'
import { makeNodeMock } from '../stateful-mock/node/node-mock.ts'
import type { Sandbox } from '../stateful-mock/sandboxes/mock.ts'
import { answerIn } from '../stateful-mock/server/answer-in-sandbox.ts'
import { isRefused } from '../stateful-mock/world/refused.ts'
import { shown } from './rounds.ts'

const MANY = 500
const WRITES = 20
const FORKS = 1_000
const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' }
const { sandboxes } = makeNodeMock({ sandboxes: { most: MANY + FORKS + 1 } })
const { defaultSandbox } = sandboxes
keepHeapSmall()

const there = <T extends object>(sandbox: T): Exclude<T, { refused: unknown }> => {
  if (isRefused(sandbox)) throw new Error(sandbox.error)
  return sandbox as Exclude<T, { refused: unknown }>
}
function ask(sandbox: Sandbox, method: string, target: string, body?: unknown): void {
  const sent = new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body))
  const request = { method, target, headers, body: sent }
  const answer = answerIn(sandbox, request)
  sandbox.requestLog.add({ request, answer, atMs: 0, entries: 0, ms: 0 })
  if (answer.status >= 300) throw new Error(`${method} ${target} answered ${answer.status}`)
}
const megabytes = () => {
  globalThis.gc?.()
  return process.memoryUsage.rss() / 1024 / 1024
}

const forkMs = Array.from({ length: FORKS }, (_, count) => {
  const start = performance.now()
  there(sandboxes.fork(defaultSandbox, `fork-${count}`))
  return performance.now() - start
})
console.log(`a fork of ${defaultSandbox.seed.name}: ${shown(forkMs, 3, ' ms')}, bar 1 ms`)
for (let count = 0; count < FORKS; count++) sandboxes.drop(`fork-${count}`)

const before = megabytes()
const start = performance.now()
for (let number = 0; number < MANY; number++) {
  const sandbox = there(sandboxes.use(`box-${number}`))
  for (let count = 0; count < WRITES; count++)
    ask(sandbox, 'POST', '/api/v1/uptime/services', { name: `${number} ${count}` })
  for (const path of ['/api/v1/uptime/monitors', '/api/v1/oncall/incidents', '/api/v1/clusters'])
    for (let again = 0; again < 3; again++) ask(sandbox, 'GET', path)
}
const after = megabytes()
const seconds = (performance.now() - start) / 1000
console.log(
  `${MANY} sandboxes with ${WRITES} writes and 9 reads each, in ${seconds.toFixed(1)} s: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after, ${(((after - before) * 1024) / MANY).toFixed(0)} kB each`,
)
process.exit()
