/**
 * What it costs to keep the journal on disk: POST create on a mock with a data file beside one without, each in a
 * process of its own, interleaved. Then how long a start with that file takes. `node bench/journal.ts [requests of a round]`
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeNodeMock } from '../stateful-mock/node/node-mock.ts'
import type { Asked } from './connection.ts'
import { load } from './load.ts'
import { AS, SERVICES } from './mock-requests.ts'
import { started } from './processes.ts'
import { median, shown } from './rounds.ts'

const ROUNDS = 7
const BAR = 0.6
const [requests = '10000'] = process.argv.slice(2)
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
const rate = async ({ url }: { readonly url: string }) => (await load(url, create, 201, Number(requests))).rate

const rates = { plain: [] as number[], kept: [] as number[] }
// The first rounds are for warming up.
for (let round = -2; round < ROUNDS; round++) {
  const [without, withFile] = [await rate(plain), await rate(kept)]
  if (round < 0) continue
  rates.plain.push(without)
  rates.kept.push(withFile)
}
const shares = rates.kept.map((one, round) => one / (rates.plain[round] ?? Number.NaN))
console.log(`POST create: ${shown(rates.plain, 0, '/s')}; with a data file ${shown(rates.kept, 0, '/s')}`)
console.log(`  share ${shown(shares, 2)}, bar ${BAR}: ${median(shares) >= BAR ? 'met' : 'missed'}`)

process.kill(kept.pid, 'SIGKILL')
await new Promise((resolve) => setTimeout(resolve, 200))
const start = performance.now()
const mock = makeNodeMock({ seed: 'small', data: file })
const seconds = (performance.now() - start) / 1000
const { entries } = mock.sandboxes.defaultSandbox.holder
const megabytes = (statSync(file).size / 1024 / 1024).toFixed(0)
console.log(`killed and started again with ${entries} entries (${megabytes} MB) in ${seconds.toFixed(2)} s`)
process.exit()
