/**
 * How fast the judge is, with everything on, as a share of a bare undici loop that sends the same requests to the same
 * mock over as many connections. Five interleaved rounds. `node bench/judge.ts [requests of a round] [connections...]`
 */
import { Pool } from 'undici'
import { runJudge } from '../src/conformance/runner.ts'
import { AREAS } from '../src/contract/areas.ts'
import { type Contract, loadContract } from '../src/contract/contract.ts'
import source from '../src/contract/generated/spec.js'
import { type Client, makeClient } from '../src/target/client.ts'
import { controlDriver } from '../src/target/driver.ts'
import type { Sent } from '../src/target/exchange.ts'
import { mockProfile } from '../src/target/mock-profile.ts'
import { started } from './processes.ts'
import { median, shown } from './rounds.ts'

const ROUNDS = 5
const BAR = 0.45
const [most = '4000', ...given] = process.argv.slice(2)
const connections = given.length > 0 ? given.map(Number) : [1, 8]

const { url } = await started<{ url: string }>('mock-server.ts')

/** What one round leaves behind is not to slow down the next. */
async function afresh(): Promise<Contract> {
  await fetch(`${url}/_understudy/reset`, { method: 'POST' })
  const profile = await mockProfile(url)
  if (!profile) throw new Error('the mock does not say who it is')
  return loadContract(source, profile)
}

/** Requests in a second, clean-up and all; `sent` is told each. */
async function judge(seed: number, concurrency: number, sent: (one: Sent) => void): Promise<number> {
  const contract = await afresh()
  const client = makeClient(url, { connections: concurrency })
  let count = 0
  const counting: Client = {
    close: () => client.close(),
    send: (one) => {
      count += 1
      sent(one)
      return client.send(one)
    },
  }
  const start = performance.now()
  const { failures } = await runJudge({
    contract,
    client: counting,
    driver: controlDriver(url, contract.controlOperations),
    url,
    seed,
    runs: 1_000_000,
    maxSteps: 20,
    areas: AREAS,
    concurrency,
    maxRequests: Number(most),
  })
  const seconds = (performance.now() - start) / 1000
  await client.close()
  for (const { finding } of failures) console.log(`failure: ${finding.operation}: ${finding.message}`)
  return count / seconds
}

async function bare(requests: readonly Sent[], concurrency: number): Promise<number> {
  await afresh()
  const pool = new Pool(url, { connections: concurrency })
  let next = 0
  const ask = async () => {
    for (let sent = requests[next++]; sent; sent = requests[next++]) {
      const { method, path, headers, body } = sent
      const answer = await pool.request({ method: method as 'GET', path, headers, body: body ?? null })
      await answer.body.text()
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: concurrency }, ask))
  const seconds = (performance.now() - start) / 1000
  await pool.close()
  return requests.length / seconds
}

const requests: Sent[] = []
await judge(1, 1, (one) => requests.push(one))
for (const concurrency of connections) {
  const rates = { judge: [] as number[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    rates.bare.push(await bare(requests, concurrency))
    rates.judge.push(await judge(round + 2, concurrency, () => {}))
  }
  const shares = rates.judge.map((rate, round) => rate / (rates.bare[round] ?? Number.NaN))
  console.log(
    `${concurrency} connections: judge ${shown(rates.judge, 0, '/s')}, bare loop ${shown(rates.bare, 0, '/s')}`,
  )
  console.log(`  share ${shown(shares, 2)}, bar ${BAR}: ${median(shares) >= BAR ? 'met' : 'missed'}`)
}
process.exit()
