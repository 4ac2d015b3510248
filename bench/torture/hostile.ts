/**
 * Hostile requests to every operation and to the control interface, made from the two descriptions. None may be a 5xx,
 * none may hold up the mock, and memory may not grow. A run can be made in pieces: pieces of other seeds add up. `node --expose-gc bench/torture/hostile.ts [requests] [seed]`
 */
import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { makeNodeMock } from '../../stateful-mock/node/node-mock.ts'
import type { Mock } from '../../stateful-mock/sandboxes/mock.ts'
import { answerRequest } from '../../stateful-mock/server/answer-request.ts'
import { bodyLimitOf } from '../../stateful-mock/server/body-limit.ts'
import { idsIn, onMade, requests, type Sent } from './hostile-requests.ts'
import { type Outcome, outcomeText, Tally } from './outcome.ts'
import { spentMs, Turns } from './turns.ts'

/** These make the mock fail or wait on purpose; a stream never ends. */
const LEFT = ['backendBehaves', 'providerBehaves', 'armFault', 'streamHappenings']
const LONGEST_MS = 100
const BATCH = 1_000
/** After so many the world begins anew: it is to be met small and large, not ever larger. */
const RESET_AFTER = 20_000
const MEGABYTE = 1024 * 1024
/** More than there are between two turns of the event loop. */
const MOST_PAUSES = 10_000

const FIRST: Sent = { method: 'PATCH', path: '/api/v1/organization/contacts', headers: {}, body: new Uint8Array() }

export async function sendHostile(count: number, seed: number): Promise<Outcome> {
  const faults: unknown[] = []
  const mock = makeNodeMock({ seed: 'small', clock: { frozenAt: '2026-03-05T09:00:00Z' } })
  // Growing a seed takes its time once; bench/seed.ts measures that.
  for (const name of ['acme', 'empty', 'small']) mock.sandboxes.startFrom({ seed: name })
  const limit = bodyLimitOf(mock)
  // The first answer loads and compiles; bench/first-answer.ts measures that.
  await answered(mock, FIRST, limit, [])
  const tally = new Tally()
  const found: string[] = []
  const ids = ['svc_checkout']
  const heaps: number[] = []
  const collector = new CollectorPauses()
  const turns = new Turns()
  let longestMs = 0
  for (let done = 0; done < count; done += BATCH) {
    const numRuns = Math.min(BATCH, count - done)
    const batch = fc.sample(requests(mock.contract, LEFT), { numRuns, seed: seed + done })
    turns.start()
    for (const generated of batch) {
      const sent = onMade(generated, ids)
      const { status, text, ms, startedMs } = await answered(mock, sent, limit, faults)
      // Each answer in a turn of its own, as over a network: a pause is one answer, not a thousand.
      await setImmediate()
      tally.add(`${Math.floor(status / 100)}xx`)
      if (status >= 500 && status !== 501) found.push(`${status} for ${shown(sent)}`)
      if (status === 201 && ids.length < 5_000) ids.push(...idsIn(text))
      if (ms <= longestMs && ms <= LONGEST_MS) continue
      const ownMs = ms - (await collector.msSince(startedMs))
      if (ms > LONGEST_MS && ownMs <= LONGEST_MS) tally.add('held up by the collector of the engine')
      longestMs = Math.max(longestMs, ownMs)
      if (ownMs > LONGEST_MS) found.push(`${ownMs.toFixed(0)} ms for ${shown(sent)}`)
    }
    turns.stop()
    if (done % RESET_AFTER === RESET_AFTER - BATCH) heaps.push(renewed(mock))
  }
  await mock.stopBackground()
  mock.close()
  collector.close()
  if (turns.longestMs > LONGEST_MS) found.push(`a turn of the event loop of ${turns.longestMs.toFixed(0)} ms`)
  const counts = {
    ...tally.counts,
    'longest answer (ms)': Math.round(longestMs),
    'longest turn of the event loop (ms, collector included)': Math.round(turns.longestMs),
    'failures of the mock itself': faults.length,
  }
  return { tried: count, counts: { ...counts, ...growth(heaps) }, found }
}

async function answered(
  mock: Mock,
  { method, path, headers, body }: Sent,
  limit: ReturnType<typeof bodyLimitOf>,
  faults: unknown[],
) {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const asked = { method, target: path, headers: { host: 'localhost', ...lower } }
  const startedMs = performance.now()
  const before = process.threadCpuUsage()
  const { answer } = answerRequest(mock, { ...asked, body: body.length > limit(asked) ? 'too large' : body }, (fault) =>
    faults.push(fault),
  )
  // Of this thread's processor time: what else the machine does is not the mock's doing.
  const ms = spentMs(before)
  const given = await answer
  return { status: given.status, text: given.body ?? '', ms, startedMs }
}

/** Time of the garbage collector, which does not belong to any response. */
class CollectorPauses {
  readonly #observer: PerformanceObserver
  #entries: PerformanceEntry[] = []

  constructor() {
    this.#observer = new PerformanceObserver((list) => {
      this.#entries = [...this.#entries, ...list.getEntries()].slice(-MOST_PAUSES)
    })
    this.#observer.observe({ entryTypes: ['gc'] })
  }

  /** Collection time since then; reported in the next turn of the event loop. */
  async msSince(startedMs: number): Promise<number> {
    await setImmediate()
    await setImmediate()
    return this.#entries
      .filter(({ startTime }) => startTime >= startedMs)
      .reduce((sum, { duration }) => sum + duration, 0)
  }

  close(): void {
    this.#observer.disconnect()
  }
}

const shown = ({ method, path, body }: Sent): string =>
  `${method} ${path.slice(0, 120)} ${JSON.stringify(new TextDecoder().decode(body.subarray(0, 300)))}`

/** Begins anew, and says how much memory is in use then. */
function renewed({ sandboxes }: Mock): number {
  for (const { name } of [...sandboxes]) if (name !== 'default') sandboxes.drop(name)
  sandboxes.restart(sandboxes.defaultSandbox)
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / MEGABYTE
}

function growth(heaps: readonly number[]): Record<string, number> {
  const [first, last] = [heaps[0], heaps.at(-1)]
  if (first === undefined || last === undefined) return {}
  return { 'heap after the first 20,000 (MB)': Math.round(first), 'heap at the end (MB)': Math.round(last) }
}

if (import.meta.main) {
  const [count = '1000000', seed = '1'] = process.argv.slice(2)
  console.log(outcomeText('hostile requests', await sendHostile(Number(count), Number(seed))))
}
