/**
 * Memory of a mock over the default world: after a million GETs and PATCHes, then after a million creates and deletes,
 * which leave the world as small as it was. `node bench/mock-memory.ts [requests of each]`
 */
import { keepHeapSmall } from '../bin/serve/small-heap.ts'
import { makeNodeMock } from '../stateful-mock/node/node-mock.ts'
import { answerIn } from '../stateful-mock/server/answer-in-sandbox.ts'

const READING_BAR = 200
const WRITING_BAR = 250
/** Maximum ratio of the memory at the end to that after the first tenth. */
const FLAT = 1.1
const PARTS = 10

const [count = '1000000'] = process.argv.slice(2)
const { defaultSandbox } = makeNodeMock({}).sandboxes
keepHeapSmall()
const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' }
const SERVICES = '/api/v1/uptime/services'
const NOTHING = new Uint8Array()

function ask(method: string, target: string, body?: unknown): string {
  const sent = body === undefined ? NOTHING : new TextEncoder().encode(JSON.stringify(body))
  const given = answerIn(defaultSandbox, { method, target, headers, body: sent })
  const { holder, requestLog } = defaultSandbox
  const request = { method, target, headers, body: sent }
  requestLog.add({ request, answer: given, atMs: holder.lookedAtMs, entries: holder.entries, ms: 0 })
  if (given.status >= 300) throw new Error(`${method} ${target} answered ${given.status} ${given.body}`)
  return given.body ?? ''
}

const megabytes = (): number => Math.round(process.memoryUsage.rss() / 1024 / 1024)
const verdict = (holds: boolean): string => (holds ? 'met' : 'missed')

const reads = ['/api/v1/uptime/monitors', '/api/v1/oncall/incidents', '/api/v1/clusters', '/api/v1/email/domains']
const { services } = JSON.parse(ask('GET', SERVICES)) as { services: { id: string; name: string }[] }

function readOrChange(done: number): void {
  const service = services[done % services.length]
  if (done % 2 && service) ask('PATCH', `${SERVICES}/${service.id}`, { name: `${service.name} ${done}` })
  else ask('GET', reads[(done >> 1) % reads.length] ?? '')
}

const made: string[] = []
function makeOrDelete(done: number): void {
  const oldest = done % 2 ? made.shift() : undefined
  if (oldest === undefined) made.push(JSON.parse(ask('POST', SERVICES, { name: `service ${done}` })).id)
  else ask('DELETE', `${SERVICES}/${oldest}`)
}

/** The memory after each tenth. */
function run(request: (done: number) => void): number[] {
  const sizes: number[] = []
  for (let part = 0; part < PARTS; part++) {
    for (let done = 0; done < Number(count) / PARTS; done++) request(part * (Number(count) / PARTS) + done)
    sizes.push(megabytes())
  }
  return sizes
}

console.log(`at the start ${megabytes()} MB`)
const reading = run(readOrChange)
const most = Math.max(...reading)
console.log(
  `${count} GETs and PATCHes: ${reading.join(' ')} MB, bar ${READING_BAR} MB: ${verdict(most <= READING_BAR)}`,
)
const writing = run(makeOrDelete)
const [first = 0] = writing
const last = writing.at(-1) ?? 0
const within = Math.max(...writing) <= WRITING_BAR
console.log(`${count} creates and deletes: ${writing.join(' ')} MB, bar ${WRITING_BAR} MB: ${verdict(within)}`)
console.log(
  `  at the end ${(last / first).toFixed(2)} times what it was after the first tenth, bar ${FLAT}: ${verdict(last <= first * FLAT)}`,
)
const { journal } = defaultSandbox.holder
console.log(`  the journal goes back ${journal.length - journal.reach} of ${journal.length} entries`)
