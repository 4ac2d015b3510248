/**
 * What a request costs the mock, beside a bare node:http server that answers the same bytes and headers, and beside
 * Prism, each in a process of its own, load from this one over 32 connections. The cost is the processor time that each
 * server says it has used for the same requests; the rate is beside it, and depends on this process too.
 * `node bench/mock.ts [requests of a turn] [part of the name of a kind]`
 */
import type { BareAnswer } from './bare-server.ts'
import type { Asked } from './connection.ts'
import { load } from './load.ts'
import { AS, MONITORS, SERVICES } from './mock-requests.ts'
import { type MeasuredServer, started, startedPrism } from './processes.ts'
import { median, shown } from './rounds.ts'

const ROUNDS = 5
const WARMING_UP = 4
const TURNS = 4
const TIMES_PRISM = 10
const [requests = '2000', only = ''] = process.argv.slice(2)

interface Kind {
  readonly name: string
  readonly next: (count: number) => Asked
  readonly status: number
  /** Minimum ratio of the bare server's cost to the mock's. */
  readonly bar?: number
  /** Maximum milliseconds for 99 of 100 responses. */
  readonly p99Bar?: number
}

const mock = await started<{ url: string; ids: string[]; entries: number }>('mock-server.ts')
const get = (path: string): Asked => ({ method: 'GET', path, headers: AS })
let made = 0
const create = (): Asked => ({
  method: 'POST',
  path: SERVICES,
  headers: AS,
  body: JSON.stringify({ name: `service ${made++}` }),
})
const monitor = (count: number): string => `${MONITORS}/${mock.ids[count % mock.ids.length]}`
const one = (count: number) => get(monitor(count))
const rename = (count: number): Asked => ({
  method: 'PATCH',
  path: monitor(count),
  headers: AS,
  body: JSON.stringify({ name: `monitor ${made++}` }),
})

/** Of ten requests one changes a monitor, four list them all, and five read one of them. */
function mixed(count: number): Asked {
  if (count % 10 === 9) return rename(Math.floor(count / 10))
  return count % 2 ? get(MONITORS) : one(count)
}

const KINDS: readonly Kind[] = [
  { name: 'GET one', next: one, status: 200, bar: 0.85 },
  { name: 'GET list of 10', next: () => get(MONITORS), status: 200, bar: 0.75 },
  { name: 'POST create', next: create, status: 201, bar: 0.6, p99Bar: 10 },
  { name: 'nine GETs, one PATCH', next: mixed, status: 200, bar: 0.6 },
  // Never the same request twice, so that nothing remembered can help.
  { name: 'GET one, anew', next: (count) => get(`${one(count).path}?${made++}`), status: 200 },
  { name: 'GET list, anew', next: () => get(`${MONITORS}?${made++}`), status: 200 },
]

/** Every round finds the world as the first did: what a world that grows costs is for mock-growth.ts to say. */
async function takeBack(): Promise<void> {
  const body = JSON.stringify({ toEntry: mock.entries })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${mock.url}/_understudy/journal/undo`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(await answer.text())
}

/** The server adds these by itself. */
const OWN = ['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding']

async function answerOf({ method, path, headers, body }: Asked, status: number): Promise<BareAnswer> {
  const answer = await fetch(mock.url + path, { method, headers, ...(body !== undefined && { body }) })
  if (answer.status !== status) throw new Error(`${method} ${path} answered ${answer.status}`)
  const sent = Object.fromEntries([...answer.headers].filter(([name]) => !OWN.includes(name)))
  return { method, path, status, text: await answer.text(), headers: sent }
}

/** Number of different requests of a kind. */
const DIFFERENT = 100

async function bareFor({ next, status }: Kind): Promise<MeasuredServer> {
  const asked = new Map(Array.from({ length: DIFFERENT }, (_, count) => next(count)).map((one) => [keyOf(one), one]))
  const answers = []
  for (const one of [...asked.values()].slice(0, 2 * mock.ids.length + 1)) answers.push(await answerOf(one, status))
  return started('bare-server.ts', JSON.stringify(answers))
}

const keyOf = ({ method, path }: Asked): string => `${method} ${path}`

/** The cost of some requests of a kind. */
class Costs {
  readonly microseconds: number[] = []
  readonly rates: number[] = []
  readonly p99s: number[] = []

  /** The costs of a round, from its turns. */
  add(turns: readonly Turn[]): void {
    const sum = (of: (turn: Turn) => number) => turns.reduce((all, turn) => all + of(turn), 0)
    this.microseconds.push(sum(({ microseconds }) => microseconds) / turns.length)
    this.rates.push(sum(({ rate }) => rate) / turns.length)
    const latencies = turns.flatMap((turn) => turn.latencies).sort((a, b) => a - b)
    this.p99s.push(latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN)
  }
}

interface Turn {
  readonly microseconds: number
  readonly rate: number
  readonly latencies: readonly number[]
}

async function turn({ next, status }: Kind, server: MeasuredServer, count = Number(requests)): Promise<Turn> {
  const before = await server.processorTime()
  const loaded = await load(server.url, next, status, count)
  return { ...loaded, microseconds: ((await server.processorTime()) - before) / count }
}

/** In turns of a fraction of a round: a machine that is now fast, now slow is so for all of them. */
async function inTurns(kind: Kind, servers: readonly MeasuredServer[]): Promise<Turn[][]> {
  const turns: Turn[][] = servers.map(() => [])
  for (let count = 0; count < TURNS; count++)
    for (const [index, server] of servers.entries()) turns[index]?.push(await turn(kind, server))
  return turns
}

const prism = await startedPrism()
const runs = []
for (const kind of KINDS.filter(({ name }) => name.includes(only)))
  runs.push({ kind, server: await bareFor(kind), mock: new Costs(), bare: new Costs(), prism: new Costs() })

for (let round = -WARMING_UP; round < ROUNDS; round++)
  for (const { kind, server, ...costs } of runs) {
    await takeBack()
    const [bare = [], ours = []] = await inTurns(kind, [server, mock])
    if (round < 0) continue
    costs.bare.add(bare)
    costs.mock.add(ours)
    if (kind.bar !== undefined) costs.prism.add([await turn(kind, prism, Number(requests) / TURNS)])
  }

const verdict = (holds: boolean): string => (holds ? 'met' : 'missed')

for (const { kind, mock: ours, bare, prism: theirs } of runs) {
  const shares = ours.microseconds.map((one, round) => (bare.microseconds[round] ?? Number.NaN) / one)
  const { bar, p99Bar } = kind
  console.log(
    `${kind.name}: ${shown(ours.microseconds, 1, ' µs')} of processor time, bare ${shown(bare.microseconds, 1, ' µs')}`,
  )
  console.log(
    `  share ${shown(shares, 2)}${bar === undefined ? '' : `, bar ${bar}: ${verdict(median(shares) >= bar)}`}`,
  )
  console.log(`  rate ${shown(ours.rates, 0, '/s')}, bare ${shown(bare.rates, 0, '/s')}`)
  if (p99Bar !== undefined)
    console.log(`  p99 ${shown(ours.p99s, 1, ' ms')}, bar ${p99Bar} ms: ${verdict(median(ours.p99s) < p99Bar)}`)
  if (bar === undefined) continue
  const times = median(ours.rates) / median(theirs.rates)
  console.log(
    `  Prism ${shown(theirs.microseconds, 0, ' µs')}, ${shown(theirs.rates, 0, '/s')}: ${times.toFixed(1)} times that, bar ${TIMES_PRISM}: ${verdict(times >= TIMES_PRISM)}`,
  )
}
process.exit()
