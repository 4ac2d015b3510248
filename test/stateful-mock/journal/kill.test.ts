import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createMock } from '../../../stateful-mock/create-mock.ts'
import { ROOT } from '../../support/command.ts'
import type { Body } from '../tour.ts'

const SERVICES = '/api/v1/uptime/services'
const AS = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' }
const KILLS = process.env.UNDERSTUDY_FULL ? 200 : 3
const CONNECTIONS = 8
const SANDBOXES = ['default', 'second']

interface Server {
  readonly url: string
  readonly child: ChildProcess
  readonly ended: Promise<unknown>
}

/** The mock as a person starts it, on a data file. */
async function serve(file: string): Promise<Server> {
  const args = [
    'bin/understudy.js',
    'serve',
    '--port',
    '0',
    '--json',
    '--seed',
    'small',
    '--clock',
    'frozen',
    '--data',
    file,
  ]
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    let out = ''
    child.stdout?.on('data', (chunk) => {
      out += chunk
      const line = /^\{"event":"listening","url":"([^"]+)"/m.exec(out)
      if (line?.[1]) resolve(line[1])
    })
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)))
  })
  return { url, child, ended }
}

async function ask(url: string, method: string, path: string, json?: unknown) {
  const answer = await fetch(url + path, {
    method,
    headers: AS,
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  return { status: answer.status, body: (await answer.json()) as Body }
}

/** Writes without end, and remembers what was answered. */
async function write(url: string, kill: number, connection: number, answered: Map<string, string>): Promise<void> {
  const sandbox = SANDBOXES[connection % SANDBOXES.length]
  for (let count = 0; ; count++) {
    const name = `${kill} ${connection} ${count}`
    const made = await ask(url, 'POST', `/sandboxes/${sandbox}${SERVICES}`, { name }).catch(() => undefined)
    if (made === undefined) return
    expect(made.status).toBe(201)
    answered.set((made.body as { id: string }).id, `${sandbox} ${name}`)
  }
}

test(
  `killed in the middle of writing, ${KILLS} times: nothing that was answered is lost`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'understudy-'))
    const file = join(folder, 'worlds.db')
    let server = await serve(file)
    onTestFinished(() => {
      server.child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    })
    const answered = new Map<string, string>()
    for (let kill = 0; kill < KILLS; kill++) {
      const writers = Array.from({ length: CONNECTIONS }, (_, number) => write(server.url, kill, number, answered))
      await new Promise((resolve) => setTimeout(resolve, 30 + ((kill * 7919) % 400)))
      server.child.kill('SIGKILL')
      await Promise.all([...writers, server.ended])
      server = await serve(file)
      expect(await lost(server.url, answered)).toEqual([])
    }
    expect(answered.size).toBeGreaterThan(KILLS * CONNECTIONS)
    await sameAsNeverKilled(server.url, file)
  },
  30_000 + KILLS * 5_000,
)

async function lost(url: string, answered: ReadonlyMap<string, string>): Promise<string[]> {
  const there = new Set<string>()
  for (const sandbox of SANDBOXES) {
    const { body } = await ask(url, 'GET', `/sandboxes/${sandbox}/_understudy/world`)
    for (const { id, name } of body.state.tables.UptimeService ?? []) there.add(`${id} ${sandbox} ${name}`)
  }
  return [...answered].map(([id, name]) => `${id} ${name}`).filter((one) => !there.has(one))
}

/** A mock that is told the same without ever being killed is in the same world and answers the same next. */
async function sameAsNeverKilled(url: string, file: string): Promise<void> {
  const { body: world } = await ask(url, 'GET', '/_understudy/world')
  const other = await createMock({ seed: 'small', clock: { frozenAt: world.clock.now } })
  onTestFinished(() => other.close())
  const database = new DatabaseSync(copied(file), { readOnly: true })
  const texts = database.prepare(
    "SELECT text FROM entry JOIN sandbox ON sandbox.id = entry.sandbox WHERE name = 'default' ORDER BY number",
  )
  for (const { text } of texts.iterate()) {
    const { operation, parameters, body } = JSON.parse(String(text))
    const { method, path } = other.contract.operation(operation)
    expect(parameters).toEqual({})
    await other.fetch(path, { method, headers: AS, body: JSON.stringify(body) })
  }
  database.close()
  expect(await (await other.fetch('/_understudy/world')).json()).toEqual(world)
  const next = { method: 'POST', headers: AS, body: '{"name":"next"}' }
  const { body } = await ask(url, 'POST', SERVICES, { name: 'next' })
  expect(await (await other.fetch(SERVICES, next)).json()).toEqual(body)
}

/** Nobody else may look into a file that is in use. */
function copied(file: string): string {
  const copy = `${file}.copy`
  copyFileSync(file, copy)
  copyFileSync(`${file}-wal`, `${copy}-wal`)
  return copy
}
