/** The mock in a process of its own, as `serve` runs it, with ten monitors in an organization that has nothing else. Prints where. `[data file]` */
import { keepHeapSmall } from '../bin/serve/small-heap.ts'
import { createMock } from '../stateful-mock/create-mock.ts'
import { AS, MONITOR, MONITORS } from './mock-requests.ts'

const [data] = process.argv.slice(2)
const mock = await createMock({ seed: 'small', ...(data !== undefined && { data }) })
keepHeapSmall()
const ids: string[] = []
for (let count = 0; count < 10; count++) {
  const body = JSON.stringify({ ...MONITOR, name: `monitor ${count}` })
  const made = await mock.fetch(MONITORS, { method: 'POST', headers: AS, body })
  ids.push(((await made.json()) as { id: string }).id)
}
console.log(JSON.stringify({ url: mock.url, pid: process.pid, ids, entries: ids.length }))
process.on('SIGTERM', () => void mock.close())
