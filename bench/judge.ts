/**
 * How fast the judge is, with everything on, as a share of a bare undici loop that sends the same traffic to the same
 * mock over as many connections. Everything the judge sends is recorded: the requests of its sequences, clean-up, what
 * it reads beside them, and the calls of its driver (outside events, the clock). The loop sends that record again, in
 * the recorded order, to a mock that was reset to the same state, and does nothing else but read the answers and count
 * those that have the recorded status: that tells whether it was the same work. Requests that overtook each other would
 * be given other identifiers, and what is then asked for would not be there; so with several connections each of them
 * sends the whole record, in a sandbox of its own. A timer of the mock that goes off at another moment does the same,
 * though rarely: such a round is not a comparison and is done again. Email is left out for that reason.
 * The judge has the connections that the command gives it; how many sequences it runs at a time is what is compared.
 * Beside the rates it prints the processor time that a request takes of the main thread here and of the mock: on a busy
 * machine that says more, and with many connections no rate can be higher than the larger of the two allows.
 * `node bench/judge.ts [requests of a round] [connections...]`
 */

import { Pool } from 'undici'
import { keepHeapModest } from '../bin/judge/modest-heap.ts'
import { worded } from '../src/conformance/finding/words.ts'
import { runJudge } from '../src/conformance/run/runner.ts'
import { AREAS } from '../src/contract/areas.ts'
import { type Contract, loadContract } from '../src/contract/contract.ts'
import source from '../src/contract/generated/spec.js'
import { type Client, makeClient } from '../src/target/client.ts'
import { controlDriver } from '../src/target/driver.ts'
import type { Sent } from '../src/target/exchange.ts'
import { fetchClient } from '../src/target/fetch-client.ts'
import { mockProfile } from '../src/target/opening/mock-profile.ts'
import { started } from './processes.ts'
import { median, shown } from './rounds.ts'

keepHeapModest()
const ROUNDS = 5
const MOST_ROUNDS = 15
/** Rounds for the compilers on both sides to get warm. */
const WARM_UP = 3
const BAR = 0.6
/** The share of answers with the recorded status from which on it was the same work. */
const SAME_WORK = 0.98
/** Webhooks that the mock sends on its own come at other moments each time, and every identifier after them is another. */
const REPEATABLE = AREAS.filter((area) => area !== 'email')
const [most = '4000', ...given] = process.argv.slice(2)
const connections = given.length > 0 ? given.map(Number) : [1, 8]

const { url, processorTime } = await started<{ url: string }>('mock-server.ts')

/** What a request took of the processor, in milliseconds: of the main thread of this process, and of the mock. */
interface Cost {
  readonly own: number
  readonly mock: number
}

/** Answers a function that tells what each of so many requests has cost since. */
async function costs(): Promise<(requests: number) => Promise<Cost>> {
  const [own, mock] = [process.threadCpuUsage(), await processorTime()]
  return async (requests) => {
    const { user, system } = process.threadCpuUsage(own)
    return { own: (user + system) / 1000 / requests, mock: ((await processorTime()) - mock) / 1000 / requests }
  }
}

interface Call {
  readonly sent: Sent
  status?: number
}

/** Leftovers of one round must not slow down the next. */
async function afresh(sandbox: Readonly<Record<string, string>> = {}): Promise<Contract> {
  const within = (input: URL | string, init: RequestInit = {}) =>
    fetch(input, { ...init, headers: { ...(init.headers as Record<string, string>), ...sandbox } })
  await within(`${url}/_understudy/reset`, { method: 'POST' })
  const profile = await mockProfile(fetchClient((path, init) => within(url + path, init)))
  if (!profile) throw new Error('the mock does not say who it is')
  return loadContract(source, profile)
}

function recording(client: Client, calls: Call[]): Client {
  return {
    close: () => client.close(),
    async send(sent, held) {
      const call: Call = { sent }
      const exchange = await client.send(sent, held)
      // In the order of the answers: of two that were sent at once, that is the one in which they were worked on.
      calls.push(call)
      if (exchange.answered) call.status = exchange.received.status
      return exchange
    },
  }
}

interface Rate {
  readonly perSecond: number
  readonly cost: Cost
}

/** Runs the judge, clean-up and all, and answers what it sent and how fast. */
async function judge(seed: number, concurrency: number): Promise<Rate & { calls: readonly Call[] }> {
  const contract = await afresh()
  const calls: Call[] = []
  const client = recording(makeClient(url), calls)
  const spent = await costs()
  const start = performance.now()
  const { failures } = await runJudge({
    contract,
    client,
    driver: controlDriver(url, contract.controlOperations, client),
    url,
    seed,
    runs: 1_000_000,
    maxSteps: 20,
    areas: REPEATABLE,
    concurrency,
    maxRequests: Number(most),
  })
  const seconds = (performance.now() - start) / 1000
  const cost = await spent(calls.length)
  await client.close()
  for (const { finding } of failures) console.log(`failure: ${finding.operation}: ${worded(finding).message}`)
  return { calls, perSecond: calls.length / seconds, cost }
}

/** Sends the same again over each connection; `same` is the share of answers that have the recorded status. */
async function bare(calls: readonly Call[], concurrency: number): Promise<Rate & { same: number }> {
  const pool = new Pool(url, { connections: concurrency })
  const sandboxes = Array.from({ length: concurrency }, (_, index) => ({
    'x-understudy-sandbox': `connection-${index}`,
  }))
  for (const sandbox of sandboxes) await afresh(sandbox)
  let alike = 0
  const ask = async (sandbox: Readonly<Record<string, string>>) => {
    const all = calls.map(({ sent, status }) => ({ ...sent, headers: { ...sent.headers, ...sandbox }, status }))
    for (const { method, path, headers, body = null, status } of all) {
      const answer = await pool.request({ method: method as 'GET', path, headers, body })
      await answer.body.text()
      if (answer.statusCode === status) alike++
    }
  }
  const sent = calls.length * concurrency
  const spent = await costs()
  const start = performance.now()
  await Promise.all(sandboxes.map(ask))
  const seconds = (performance.now() - start) / 1000
  const cost = await spent(sent)
  await pool.close()
  return { same: alike / sent, perSecond: sent / seconds, cost }
}

for (const concurrency of connections) {
  const rates = { judge: [] as number[], bare: [] as number[], share: [] as number[], same: [] as number[] }
  const spent = { judge: [] as Cost[], bare: [] as Cost[] }
  let seed = 0
  while (rates.share.length < ROUNDS && seed < MOST_ROUNDS) {
    seed++
    const alone = await judge(seed, 1)
    const judged = concurrency === 1 ? alone : await judge(seed, concurrency)
    const loop = await bare(alone.calls, concurrency)
    if (seed <= WARM_UP || loop.same < SAME_WORK) continue
    rates.judge.push(judged.perSecond)
    rates.bare.push(loop.perSecond)
    rates.share.push(judged.perSecond / loop.perSecond)
    rates.same.push(100 * loop.same)
    spent.judge.push(judged.cost)
    spent.bare.push(loop.cost)
  }
  console.log(
    `${concurrency} connections: judge ${shown(rates.judge, 0, '/s')}, bare loop ${shown(rates.bare, 0, '/s')}, ` +
      `${shown(rates.same, 1, ' %')} of its answers as recorded, ${seed - WARM_UP - rates.share.length} rounds done again`,
  )
  for (const [who, each] of Object.entries(spent)) {
    const [own, mock] = [each.map((cost) => cost.own), each.map((cost) => cost.mock)]
    console.log(`  processor time of a request: ${who} ${shown(own, 2, ' ms')}, the mock then ${shown(mock, 2, ' ms')}`)
  }
  console.log(`  share ${shown(rates.share, 2)}, bar ${BAR}: ${median(rates.share) >= BAR ? 'met' : 'missed'}`)
}
process.exit()
