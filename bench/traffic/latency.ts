import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Report } from '../../src/conformance/report/report.ts'
import { makeClient } from '../../src/target/client.ts'
import { freePort } from '../free-port.ts'
import { CALLERS } from './callers.ts'

const ROOT = join(import.meta.dirname, '../..')
const OWNER = { 'X-Session-Key': 'a-session-owner-7Qm2' }
const ROUNDS = 3

/** Eight callers, each making, reading and removing things; directly, through a bare proxy, and watched. */
export async function measureLatency(requests: number): Promise<void> {
  const [target, bare, watch] = [await freePort(), await freePort(), await freePort()]
  const url = `http://127.0.0.1:${target}`
  const started = [
    start('examples/candidate/server.mjs', '--port', String(target), '--quiet'),
    start('bench/traffic/bare-proxy.ts', url, String(bare)),
  ]
  const file = join(mkdtempSync(join(tmpdir(), 'understudy-')), 'report.json')
  const watcher = start(
    'bin/understudy.js',
    'watch',
    '--target',
    url,
    '--port',
    String(watch),
    ...PROFILE,
    '--report',
    `json=${file}`,
  )
  const ways = { direct: target, 'bare proxy': bare, watched: watch }
  const all = new Map<string, number[]>(Object.keys(ways).map((way) => [way, []]))
  try {
    for (const port of Object.values(ways)) await answering(port)
    // The first round warms everybody up.
    for (let round = 0; round <= ROUNDS; round++)
      for (const [way, port] of Object.entries(ways)) {
        const took = await callersOn(port, requests)
        if (round > 0) all.get(way)?.push(...took)
      }
  } finally {
    for (const child of [watcher, ...started]) child.kill()
  }
  for (const [way, took] of all) console.log(told(way, took))
  await once(watcher, 'exit')
  const { requests: judged, inconclusive } = JSON.parse(readFileSync(file, 'utf8')) as Report
  console.log(`judged ${judged}${inconclusive.map(({ what, times }) => `; ${times} x ${what}`).join('')}`)
  rmSync(dirname(file), { recursive: true })
}

const PROFILE = ['--profile', 'examples/candidate/profile-a.yaml']

const start = (...args: string[]): ChildProcess =>
  spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })

/** Response times in milliseconds. */
async function callersOn(port: number, requests: number): Promise<number[]> {
  const client = makeClient(`http://127.0.0.1:${port}`, { connections: CALLERS })
  const took: number[] = []
  const call = async (method: string, path: string, body?: object) => {
    const began = performance.now()
    const headers = { ...OWNER, 'content-type': 'application/json' }
    const exchange = await client.send({ method, path, headers, body: body && JSON.stringify(body) })
    took.push(performance.now() - began)
    return exchange.answered ? (exchange.received.json as { readonly id?: string } | undefined) : undefined
  }
  const caller = async (name: number) => {
    for (let turn = 0; took.length < requests; turn++) {
      const made = await call('POST', SERVICES, { name: `service ${port} ${name} ${turn}` })
      await call('GET', SERVICES)
      await call('PATCH', `${SERVICES}/${made?.id}`, { name: `renamed ${port} ${name} ${turn}` })
      await call('GET', SERVICES)
      await call('DELETE', `${SERVICES}/${made?.id}`)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, (_, name) => caller(name)))
  await client.close()
  return took
}

const SERVICES = '/api/v1/uptime/services'

function told(way: string, took: readonly number[]): string {
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2)
  return `${way.padEnd(11)} ${sorted.length} answers: median ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms`
}

async function answering(port: number): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const is = await fetch(`http://127.0.0.1:${port}/api/v1/tokens`).then(
      ({ status }) => status !== 502,
      () => false,
    )
    if (is) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`nobody answers at port ${port}`)
}
