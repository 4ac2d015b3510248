/**
 * Has the judge run against targets that misbehave, from the first request on or in the middle of a run: it ends by
 * itself, with a report or a sentence, and what it made is gone or told. `node bench/torture/misbehaving-targets.ts [part of a name]`
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Verification, verify } from '../../src/conformance/verify.ts'
import { Unusable } from '../../src/target/opening/unusable.ts'
import { createMock, type RunningMock } from '../../stateful-mock/create-mock.ts'
import { FALSIFYING, MISBEHAVIOURS, type Misbehaviour } from './misbehaviour.ts'
import { type Outcome, outcomeText, Tally } from './outcome.ts'

/** The mock behind somebody who behaves until so many requests of the API are answered. */
export async function misbehaving(misbehave: Misbehaviour, after: number) {
  const mock = await createMock({ seed: 'small' })
  let answered = 0
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
    const { 'content-length': _, ...headers } = message.headers
    const init = { method: message.method ?? 'GET', headers: headers as Record<string, string> }
    const sent = Buffer.concat(chunks).toString('utf8')
    const answer = await mock.fetch(message.url ?? '/', { ...init, ...(sent !== '' && { body: sent }) })
    const text = await answer.text()
    response.statusCode = answer.status
    answer.headers.forEach((value, name) => {
      if (!/^(content-length|transfer-encoding|connection)$/.test(name)) response.setHeader(name, value)
    })
    const number = message.url?.startsWith('/api/') ? answered++ - after : -1
    if (number < 0 || response.destroyed) response.end(text)
    else misbehave({ message, response, socket: message.socket, text, number })
  })
  server.on('clientError', (_, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await mock.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, mock, close }
}

/** Maximum time after `--time-limit` or Ctrl-C until a run ends. */
const GRACE_MS = 5_000
/** The request at which it begins to misbehave. */
const AFTER = [0, 60]
const MEGABYTE = 1024 * 1024
const MOST_MEGABYTES = 1_500

export interface JudgedKind {
  readonly seconds: number
  readonly held: string
  readonly wrong: readonly string[]
}

/** Judges one kind of target, for so long. */
export async function judgeMisbehaving(
  misbehave: Misbehaviour,
  { after, limitMs, maxRequests }: { readonly after: number; readonly limitMs: number; readonly maxRequests?: number },
): Promise<JudgedKind> {
  const { url, mock, close } = await misbehaving(misbehave, after)
  const before = await madeIn(mock)
  const startedMs = performance.now()
  const options = {
    url,
    areas: ['tokens', 'oncall'],
    seed: 5,
    runs: 20,
    timeLimitMs: limitMs,
    ...(maxRequests !== undefined && { maxRequests }),
  }
  const result = await verify(options).catch((error: unknown) => error)
  const ms = performance.now() - startedMs
  const left = (await madeIn(mock)).filter((id) => !before.includes(id))
  await close()
  const rss = process.memoryUsage().rss / MEGABYTE
  const wrong = [
    ...(ms > limitMs + GRACE_MS ? [`it took ${Math.round(ms)} ms`] : []),
    ...(rss > MOST_MEGABYTES ? [`it takes ${Math.round(rss)} MB`] : []),
  ]
  const judged = endOf(result, left, FALSIFYING.has(misbehave))
  return { seconds: ms / 1000, held: judged.held, wrong: [...wrong, ...judged.wrong] }
}

function endOf(result: unknown, left: readonly string[], falsifies: boolean): Omit<JudgedKind, 'seconds'> {
  if (result instanceof Unusable) return { held: 'refused in a sentence', wrong: [] }
  if (!isVerification(result)) return { held: '', wrong: [`it failed: ${result}`] }
  const { inconclusive, leftBehind } = result.report
  const unfollowed = inconclusive.filter(({ what }) => what.includes('could not follow')).map(({ what }) => what)
  // A target that calls its things by other identifiers than they have does not let anybody remove them.
  const silent = left.length > 0 && leftBehind.length === 0 && !falsifies
  const told = leftBehind.length > 0 ? 'what is left is told' : 'what is left the target calls otherwise'
  const end = left.length === 0 ? 'all that was made is gone' : told
  return {
    held: `a report; ${end}`,
    wrong: [...unfollowed, ...(silent ? [`${left.length} things are left, without a word: ${left.slice(0, 3)}`] : [])],
  }
}

const isVerification = (value: unknown): value is Verification =>
  typeof value === 'object' && value !== null && 'report' in value

/** Entities that a run creates and can delete. */
const REMOVABLE = ['OncallSchedule', 'OncallEscalationPolicy']

async function madeIn(mock: RunningMock): Promise<string[]> {
  const { state } = (await (await mock.fetch('/_understudy/world')).json()) as {
    readonly state: { readonly tables: Readonly<Record<string, readonly Record<string, unknown>[] | undefined>> }
  }
  return REMOVABLE.flatMap((table) =>
    (state.tables[table] ?? [])
      .filter(({ deleted, revoked }) => !deleted && !revoked)
      .map(({ id }) => `${table} ${id}`),
  )
}

const LIMIT_MS = 3_000

export async function judgeAll(part = '', say: (line: string) => void = () => {}): Promise<Outcome> {
  const tally = new Tally()
  const found: string[] = []
  let tried = 0
  for (const [name, misbehave] of Object.entries(MISBEHAVIOURS).filter(([name]) => name.includes(part)))
    for (const after of AFTER) {
      const { seconds, held, wrong } = await judgeMisbehaving(misbehave, { after, limitMs: LIMIT_MS })
      const when = after === 0 ? 'from the start' : 'later'
      say(`  ${name}, ${when}: ${seconds.toFixed(1)} s; ${held || 'no report'}${wrong.length > 0 ? '; WRONG' : ''}`)
      tried += 1
      tally.add(held)
      found.push(...wrong.map((what) => `${name}, ${when}: ${what}`))
    }
  return { tried, counts: tally.counts, found }
}

if (import.meta.main) {
  const [part = ''] = process.argv.slice(2)
  console.log(outcomeText('misbehaving targets', await judgeAll(part, console.log)))
}
