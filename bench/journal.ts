/**
 * What it costs to keep the journal on disk: POST create on a mock with a data file beside one without, each in a
 * process of its own, interleaved, and what the digest of an entry costs. Then how long a start takes with that file, and
 * with one that has received a million entries. `node bench/journal.ts [requests of a round] [entries]`
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeNodeMock } from '../stateful-mock/node/node-mock.ts'
import { answerIn } from '../stateful-mock/server/answer-in-sandbox.ts'
import type { Asked } from './connection.ts'
import { digestCost } from './digest.ts'
import { load } from './load.ts'
import { AS, SERVICES } from './mock-requests.ts'
import { type MeasuredServer, started } from './processes.ts'
import { median, shown } from './rounds.ts'

const ROUNDS = 7
const BAR = 0.6
const START_BAR = 2
/** More than a million entries take, so that all of them are kept. */
const EVERYTHING = 64
const [requests = '10000', entries = '1000000'] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'understudy-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'worlds.db')

const plain = await started<{ url: string }>('mock-server.ts')
const kept = await started<{ url: string; pid: number }>('mock-server.ts', file)
let made = 0
const create = (): Asked => ({
  method: 'POST',
  path: SERVICES,
  headers: AS,
  body: JSON.stringify({ name: `service ${made++}` }),
})

interface Round {
  readonly rate: number
  /** Of processor time for a request: other than the rate it hardly depends on who else writes to the disk. */
  readonly microseconds: number
}

async function roundOf(server: MeasuredServer): Promise<Round> {
  const before = await server.processorTime()
  const { rate } = await load(server.url, create, 201, Number(requests))
  return { rate, microseconds: ((await server.processorTime()) - before) / Number(requests) }
}

const rounds: { readonly without: Round; readonly withFile: Round }[] = []
// The first rounds are for warming up.
for (let round = -2; round < ROUNDS; round++) {
  const [without, withFile] = [await roundOf(plain), await roundOf(kept)]
  if (round >= 0) rounds.push({ without, withFile })
}
const every = (figure: 'rate' | 'microseconds', of: 'without' | 'withFile') => rounds.map((round) => round[of][figure])
const shares = rounds.map(({ without, withFile }) => withFile.rate / without.rate)
const costs = rounds.map(({ without, withFile }) => without.microseconds / withFile.microseconds)
console.log(
  `POST create: ${shown(every('rate', 'without'), 0, '/s')}; with a data file ${shown(every('rate', 'withFile'), 0, '/s')}`,
)
console.log(`  share ${shown(shares, 2)}, bar ${BAR}: ${median(shares) >= BAR ? 'met' : 'missed'}`)
console.log(
  `  processor time ${shown(every('microseconds', 'without'), 1, ' µs')}, with a data file ${shown(every('microseconds', 'withFile'), 1, ' µs')}: share ${shown(costs, 2)}`,
)

const { withDigest, without } = digestCost(folder)
const digest = (withDigest - without).toFixed(1)
console.log(
  `an entry on its way to the file: ${withDigest.toFixed(1)} µs, ${digest} of them for its digest and the note of its number`,
)

process.kill(kept.pid, 'SIGKILL')
await new Promise((resolve) => setTimeout(resolve, 200))
console.log(`killed and started again with ${startedOn(file).words}`)

for (const historyMegabytes of [undefined, EVERYTHING]) {
  const large = join(folder, `large ${historyMegabytes}.db`)
  fill(large, historyMegabytes)
  const within = historyMegabytes === undefined ? 'the usual history' : 'all of it kept'
  const { words, seconds } = startedOn(large, historyMegabytes)
  const verdict = seconds <= START_BAR ? 'met' : 'missed'
  console.log(`a start after ${entries} entries, ${within}: ${words}, bar ${START_BAR} s: ${verdict}`)
}
process.exit()

/** Makes and deletes services over the small world. */
function fill(data: string, historyMegabytes: number | undefined): void {
  const mock = makeNodeMock({ seed: 'small', data, ...(historyMegabytes !== undefined && { historyMegabytes }) })
  const { defaultSandbox } = mock.sandboxes
  const ask = (method: string, target: string, json?: unknown): string => {
    const body = new TextEncoder().encode(json === undefined ? '' : JSON.stringify(json))
    return answerIn(defaultSandbox, { method, target, headers: AS, body }).body ?? ''
  }
  let id = ''
  for (let entry = 0; entry < Number(entries); entry++)
    if (entry % 2) ask('DELETE', `${SERVICES}/${id}`)
    else id = JSON.parse(ask('POST', SERVICES, { name: `service ${entry}` })).id
  mock.close()
}

function startedOn(data: string, historyMegabytes?: number): { readonly words: string; readonly seconds: number } {
  const start = performance.now()
  const mock = makeNodeMock({ seed: 'small', data, ...(historyMegabytes !== undefined && { historyMegabytes }) })
  const seconds = (performance.now() - start) / 1000
  const { journal } = mock.sandboxes.defaultSandbox.holder
  mock.close()
  const megabytes = (statSync(data).size / 1024 / 1024).toFixed(0)
  const kept = `${journal.length - journal.reach} of ${journal.length} entries`
  return { words: `${kept} (${megabytes} MB) in ${seconds.toFixed(2)} s`, seconds }
}
