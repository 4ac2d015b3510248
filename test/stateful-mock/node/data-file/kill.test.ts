import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFailed, onTestFinished, test } from 'vitest'
import { Ledger, type ShownWorld } from '../../../../bench/torture/ledger.ts'
import { type Answered, load, NoAnswer, type Wire } from '../../../../bench/torture/load.ts'
import type { OperationId } from '../../../../src/model/request/operation-types.ts'
import { makeDice } from '../../../../src/model/seeds/kit/dice.ts'
import { createMock } from '../../../../stateful-mock/create-mock.ts'
import { entryFromText, type Input } from '../../../../stateful-mock/journal/entry.ts'
import { contract } from '../../../model/support.ts'
import { ROOT } from '../../../support/command.ts'

const AS = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' }
/** A world grows with every kill, so now and then another file is begun. */
const FILES = process.env.UNDERSTUDY_FULL ? 10 : 1
const KILLS = process.env.UNDERSTUDY_FULL ? 20 : 3
const CONNECTIONS = 8
const SANDBOXES = ['default', 'second']
/** When it is killed and what is written are drawn from it; another one each time, unless one is given. */
const SEED = Number(process.env.UNDERSTUDY_SEED ?? Math.floor(Math.random() * 2 ** 31))

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

async function ask(url: string, method: string, path: string, json?: unknown): Promise<Answered> {
  const body = json === undefined ? {} : { body: JSON.stringify(json) }
  const [status, text] = await fetch(url + path, { method, headers: AS, ...body })
    .then(async (answer) => [answer.status, await answer.text()] as const)
    .catch(() => {
      throw new NoAnswer()
    })
  expect([200, 201, 204], `${method} ${path} ${JSON.stringify(json)}: ${text}`).toContain(status)
  return text === '' ? {} : JSON.parse(text)
}

function wireTo(url: string, sandbox: string): Wire {
  const at = `${url}/sandboxes/${sandbox}`
  return {
    call(id, parameters, body) {
      const { method, path } = contract.operation(id)
      return ask(at, method, filled(path, parameters), body)
    },
    control: (path, body) => ask(at, 'POST', `/_understudy/${path}`, body),
  }
}

const filled = (path: string, parameters: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))

const worldOf = async (url: string, sandbox: string): Promise<ShownWorld> =>
  (await ask(url, 'GET', `/sandboxes/${sandbox}/_understudy/world`)) as unknown as ShownWorld

test.each(Array.from({ length: FILES }, (_, number) => SEED + number))(
  `killed in the middle of writing, ${KILLS} times: nothing that was answered is lost`,
  async (seed) => {
    onTestFailed(() => console.error(`The kills were drawn from ${seed}; UNDERSTUDY_SEED=${seed} draws the same.`))
    const folder = mkdtempSync(join(tmpdir(), 'understudy-'))
    const file = join(folder, 'worlds.db')
    let server = await serve(file)
    onTestFinished(() => {
      server.child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    })
    const begun = (await worldOf(server.url, 'default')).clock.now
    const dice = makeDice(seed)
    const ledger = new Ledger()
    for (let kill = 0; kill < KILLS; kill++) {
      const writers = Array.from({ length: CONNECTIONS }, (_, number) => {
        const sandbox = SANDBOXES[number % SANDBOXES.length] ?? 'default'
        const own = makeDice(dice.between(0, 2 ** 31))
        return load(wireTo(server.url, sandbox), sandbox, `k${kill}-${number}`, own, ledger)
      })
      const killed = setTimeout(dice.between(30, 430)).then(() => server.child.kill('SIGKILL'))
      await Promise.all([...writers, killed, server.ended])
      server = await serve(file)
      for (const sandbox of SANDBOXES) expect(ledger.lost(sandbox, await worldOf(server.url, sandbox))).toEqual([])
    }
    expect(ledger.size).toBeGreaterThan(KILLS)
    await sameAsNeverKilled(server.url, file, begun)
  },
  30_000 + KILLS * 5_000,
)

/** A mock that is told the same without ever being killed is in the same world and answers the same next. */
async function sameAsNeverKilled(url: string, file: string, frozenAt: string): Promise<void> {
  const database = new DatabaseSync(copied(file), { readOnly: true })
  const rows = database.prepare(
    "SELECT text FROM entry JOIN sandbox ON sandbox.branch = entry.branch WHERE name = 'default' ORDER BY number",
  )
  const entries = [...rows.iterate()].map(({ text }) => entryFromText(String(text), contract))
  database.close()
  const kinds = new Set(entries.map(({ input }) => input.kind))
  expect([...kinds].sort()).toEqual(expect.arrayContaining(['request']))

  const other = await createMock({ seed: 'small', clock: { frozenAt } })
  onTestFinished(() => other.close())
  const wire = wireTo(other.url, 'default')
  for (const { input, atMs } of entries) await again(wire, input, atMs)
  expect(await worldOf(other.url, 'default')).toEqual(await worldOf(url, 'default'))
  const next = (at: string) => wireTo(at, 'default').call('createUptimeService', {}, { name: 'next' })
  expect(await next(other.url)).toEqual(await next(url))
}

/** Says once more what an entry says; timers fire by themselves when the clock is moved. */
async function again(wire: Wire, input: Input, atMs: number): Promise<unknown> {
  switch (input.kind) {
    case 'request':
      return wire.call(input.request.operation.id as OperationId, input.request.parameters, input.request.body)
    case 'event': {
      const { path } = contract.controlOperations.get(input.name) ?? {}
      return wire.control(path?.replace('/_understudy/', '') ?? '', input.body)
    }
    case 'clock':
      return wire.control('clock/advance', { to: new Date(atMs).toISOString() })
    default:
      return expect(input.kind).toBe('timer')
  }
}

/** Nobody else may look into a file that is in use. */
function copied(file: string): string {
  const copy = `${file}.copy`
  copyFileSync(file, copy)
  copyFileSync(`${file}-wal`, `${copy}-wal`)
  return copy
}
