/**
 * The mock beside a bare node:http server that answers the same bytes and headers, and beside Prism, each in a process of its
 * own, load from this one. Five interleaved rounds. `node bench/mock.ts [milliseconds of a round]`
 */
import { type Asked, load } from './load.ts'
import { AS, MONITORS, SERVICES } from './mock-requests.ts'
import { firstAnswer, started, startedPrism } from './processes.ts'
import { median, shown } from './rounds.ts'

const ROUNDS = 5
const TURNS = 8
const [ms = '1000'] = process.argv.slice(2)

interface Kind {
  readonly name: string
  readonly next: (count: number) => Asked
  readonly status: number
  /** The share of the bare server's rate that is to be reached. */
  readonly bar?: number
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
const one = (count: number) => get(`${MONITORS}/${mock.ids[count % mock.ids.length]}`)

const KINDS: readonly Kind[] = [
  { name: 'GET one', next: one, status: 200, bar: 0.75 },
  { name: 'GET list of 10', next: () => get(MONITORS), status: 200, bar: 0.6 },
  { name: 'POST create', next: create, status: 201, bar: 0.5 },
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

async function bareFor({ next, status }: Kind): Promise<string> {
  const { method, path, headers, body } = next(0)
  const answer = await fetch(mock.url + path, { method, headers, ...(body !== undefined && { body }) })
  if (answer.status !== status) throw new Error(`${method} ${path} answered ${answer.status}`)
  // The server adds these by itself.
  const own = ['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding']
  const sent = JSON.stringify(Object.fromEntries([...answer.headers].filter(([name]) => !own.includes(name))))
  return (await started<{ url: string }>('bare-server.ts', String(status), await answer.text(), sent)).url
}

/** The rate of each, in turns of a fraction of a round: a machine that is now fast, now slow is so for all of them. */
async function inTurns({ next, status }: Kind, urls: readonly string[]): Promise<number[]> {
  const sums = urls.map(() => 0)
  for (let turn = 0; turn < TURNS; turn++)
    for (const [index, url] of urls.entries())
      sums[index] = (sums[index] ?? 0) + (await load(url, next, status, Number(ms) / TURNS))
  return sums.map((sum) => sum / TURNS)
}

const prism = await startedPrism()
const runs = []
for (const kind of KINDS)
  runs.push({
    kind,
    bare: await bareFor(kind),
    rates: { mock: [] as number[], bare: [] as number[], prism: [] as number[] },
  })

// The first rounds are for warming up.
for (let round = -6; round < ROUNDS; round++)
  for (const { kind, bare, rates } of runs) {
    await takeBack()
    const [plain = 0, ours = 0] = await inTurns(kind, [bare, mock.url])
    if (round < 0) continue
    rates.bare.push(plain)
    rates.mock.push(ours)
    if (kind.bar !== undefined) rates.prism.push(await load(prism, kind.next, kind.status, Number(ms)))
  }

for (const { kind, rates } of runs) {
  const shares = rates.mock.map((rate, round) => rate / (rates.bare[round] ?? Number.NaN))
  console.log(`${kind.name}: ${shown(rates.mock, 0, '/s')}, bare ${shown(rates.bare, 0, '/s')}`)
  const verdict = kind.bar === undefined ? '' : `, bar ${kind.bar}: ${median(shares) >= kind.bar ? 'met' : 'missed'}`
  console.log(`  share of the bare server ${shown(shares, 2)}${verdict}`)
  if (kind.bar !== undefined)
    console.log(
      `  Prism ${shown(rates.prism, 0, '/s')}: ${(median(rates.mock) / median(rates.prism)).toFixed(1)} times that`,
    )
}

const starts = []
for (let round = 0; round < ROUNDS; round++) starts.push(await firstAnswer())
console.log(`first answer after ${shown(starts, 0, ' ms')}, bar 500 ms: ${median(starts) <= 500 ? 'met' : 'missed'}`)
process.exit()
