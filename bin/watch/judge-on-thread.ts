/** The thread that judges traffic: it receives exchanges, and sends findings and, at the end, the report. */
import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { baseWorld } from '../../src/conformance/start/base-world.ts'
import type { TrafficEvent } from '../../src/conformance/traffic/traffic-event.ts'
import { TrafficJudge } from '../../src/conformance/traffic/traffic-judge.ts'
import { trafficReport } from '../../src/conformance/traffic/traffic-report.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { makeClient } from '../../src/target/client.ts'
import type { FromJudge, JudgeSetup, ToJudge } from './judge-messages.ts'

/** Milliseconds of judging before it reads new messages. */
const SLICE_MS = 20
const PATIENCE_MS = 5_000

const { target, profile, assumed } = workerData as JudgeSetup
const say = (message: FromJudge): void => parentPort?.postMessage(message)
const contract = loadContract(source, profile)
const client = makeClient(target, { timeoutMs: PATIENCE_MS })
const base = await baseWorld(contract, client, Date.now())
await client.close()

const found: Extract<TrafficEvent, { kind: 'found' }>[] = []
const judge = new TrafficJudge({
  contract,
  base,
  assumed,
  listen(event) {
    if (event.kind !== 'found') return
    found.push(event)
    say({ kind: 'found', event })
  },
})
let isWorking = false

function take(message: ToJudge): void {
  if (message.kind === 'began') judge.began(message.number, message.atMs)
  else if (message.kind === 'took') judge.took(message.number, message.exchange)
  else if (message.kind === 'lost') judge.lost(message.number, message.endedMs)
  else if (message.kind === 'skipped') judge.skipped(message.count, message)
  else end(message.watched)
}

function work(): void {
  const untilMs = performance.now() + SLICE_MS
  let count = 0
  isWorking = true
  while (isWorking && performance.now() < untilMs) {
    isWorking = judge.step()
    if (isWorking) count++
  }
  if (count > 0) say({ kind: 'judged', count })
  if (isWorking) setImmediate(work)
}

function end(watched: Extract<ToJudge, { kind: 'finish' }>['watched']): void {
  judge.finish()
  const report = trafficReport({ ...watched, contract, base }, judge, found)
  say({ kind: 'ended', watch: { report, callers: judge.callers, strangers: judge.strangers } })
}

parentPort?.on('message', (messages: readonly ToJudge[]) => {
  for (const message of messages) take(message)
  if (!isWorking) work()
})
// On Linux a thread has its own priority; elsewhere this would change the proxy's too.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
flushCompileCache()
say({ kind: 'ready' })
