/**
 * The sorted map under the world's tables beside the sorted-btree package, each used as a request uses it: a copy, a
 * look at a group, three new entries. Interleaved rounds in one process. `npm ci --prefix bench/peers` comes first.
 */
import { createRequire } from 'node:module'
import { SortedMap } from '../src/model/table/sorted-map.ts'
import { median, shown } from './rounds.ts'

const REQUESTS = 4_000
const ROUNDS = 9

/** The part of sorted-btree that stands beside ours. */
interface Peer {
  clone(): Peer
  get(key: string): number | undefined
  set(key: string, value: number): boolean
  entriesReversed(highest: string): Iterable<[string, number]>
}

interface Peers {
  readonly default: new (entries: undefined, compare: (one: string, other: string) => number) => Peer
}

const { default: BTree } = installed()

function installed(): Peers {
  try {
    return createRequire(new URL('peers/package.json', import.meta.url))('sorted-btree')
  } catch {
    console.error('sorted-btree is not installed: npm ci --prefix bench/peers')
    process.exit(2)
  }
}

/** Keys as tables make them: a row by its id, an order by creation, an order by name. */
const scattered = (number: number) => (Math.imul(number + 1, 0x9e3779b1) >>> 0).toString(36)
const rowKey = (number: number) => `acme\0ser_${scattered(number)}`
const byTime = (number: number) => `all\0acme\0${String(number).padStart(12, '0')}\0ser_${scattered(number)}`
const group = (number: number) => `name\0acme\0service ${scattered(number)}`
const byName = (number: number) => `${group(number)}\0${String(number).padStart(12, '0')}`

function* peerDown(map: Peer, prefix: string, beyond: string): Generator<number> {
  for (const [key, value] of map.entriesReversed(beyond)) {
    if (!key.startsWith(prefix)) return
    yield value
  }
}

interface Contender {
  readonly request: (number: number) => void
  readonly micros: number[]
}

function ours(): Contender {
  let [rows, order] = [new SortedMap<number>(), new SortedMap<number>()]
  const request = (number: number) => {
    if ([...order.down(`${group(number)}\0`, `${group(number)}\u0001`)].length > 0) throw new Error('taken')
    ;[rows, order] = [rows.clone(), order.clone()]
    rows.set(rowKey(number), number)
    order.set(byTime(number), number)
    order.set(byName(number), number)
    if (rows.get(rowKey(number)) !== number) throw new Error('lost')
  }
  return { request, micros: [] }
}

function peers(): Contender {
  const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
  let [rows, order] = [new BTree(undefined, compare), new BTree(undefined, compare)]
  const request = (number: number) => {
    if ([...peerDown(order, `${group(number)}\0`, `${group(number)}\u0001`)].length > 0) throw new Error('taken')
    ;[rows, order] = [rows.clone(), order.clone()]
    rows.set(rowKey(number), number)
    order.set(byTime(number), number)
    order.set(byName(number), number)
    if (rows.get(rowKey(number)) !== number) throw new Error('lost')
  }
  return { request, micros: [] }
}

const contenders = { ours: ours(), 'sorted-btree': peers() }

for (let round = -3; round < ROUNDS; round++)
  for (const { request, micros } of Object.values(contenders)) {
    const start = process.cpuUsage()
    for (let count = 0; count < REQUESTS; count++) request((round + 3) * REQUESTS + count)
    const { user, system } = process.cpuUsage(start)
    if (round >= 0) micros.push((user + system) / REQUESTS)
  }
for (const [name, { micros }] of Object.entries(contenders))
  console.log(`${name}: ${shown(micros, 2, ' µs')} a request`)
const share = median(contenders.ours.micros) / median(contenders['sorted-btree'].micros)
console.log(`ours takes ${share.toFixed(2)} of the time of sorted-btree`)
