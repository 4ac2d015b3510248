/** Memory of a mock after a million GETs and PATCHes over the default world. The bar: 200 MB. */
import { keepHeapSmall } from '../bin/serve/small-heap.ts'
import { makeNodeMock } from '../stateful-mock/node/node-mock.ts'
import { answerIn } from '../stateful-mock/server/answer-in-sandbox.ts'

keepHeapSmall()
const [count = '1000000'] = process.argv.slice(2)
const { defaultSandbox } = makeNodeMock({}).sandboxes
const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' }
const NOTHING = new Uint8Array()

function ask(method: string, target: string, body?: unknown) {
  const sent = body === undefined ? NOTHING : new TextEncoder().encode(JSON.stringify(body))
  const given = answerIn(defaultSandbox, { method, target, headers, body: sent })
  const { holder, requestLog } = defaultSandbox
  const request = { method, target, headers, body: sent }
  requestLog.add({ request, answer: given, atMs: holder.lookedAt.nowMs, entries: holder.entries, ms: 0 })
  if (given.status !== 200) throw new Error(`${method} ${target} answered ${given.status} ${given.body}`)
  return given.body ?? ''
}

const reads = ['/api/v1/uptime/monitors', '/api/v1/oncall/incidents', '/api/v1/clusters', '/api/v1/email/domains']
const { services } = JSON.parse(ask('GET', '/api/v1/uptime/services')) as { services: { id: string; name: string }[] }
const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
console.log(`at the start ${megabytes(process.memoryUsage.rss())}`)
const start = performance.now()
for (let done = 0; done < Number(count); done++) {
  const service = services[done % services.length]
  if (done % 2 && service) ask('PATCH', `/api/v1/uptime/services/${service.id}`, { name: `${service.name} ${done}` })
  else ask('GET', reads[(done >> 1) % reads.length] ?? '')
}
const seconds = ((performance.now() - start) / 1000).toFixed(0)
const { rss, heapUsed } = process.memoryUsage()
console.log(
  `after ${count} GETs and PATCHes (${seconds} s) ${megabytes(rss)}, of it heap in use ${megabytes(heapUsed)}, bar 200 MB`,
)
