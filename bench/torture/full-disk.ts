/**
 * Fills the disk under a mock that is being written to: a small file system in memory, which only this
 * process and its children see. What does not fit is refused with 503 and said by the terminal and by
 * `/_understudy/health`, reads go on, what was answered is there after a stop, a kill and a start on the full disk, and
 * changes are taken again as soon as there is room. `node bench/torture/full-disk.ts [rounds] [seed]`
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Dice, makeDice } from '../../src/model/seeds/kit/dice.ts'
import { exchange, type MockProcess, NotStarted, serve } from './mock-process.ts'
import { type Outcome, outcomeText, Tally } from './outcome.ts'

const MEGABYTE = 1024 * 1024
const SIZE = 10 * MEGABYTE
/** Kept back in every round, to be set free when there is to be room again. */
const RESERVE = MEGABYTE / 2
const MOUNT = `mount -t tmpfs -o size=${SIZE} tmpfs "$1" && echo mounted && shift && exec "$@"`

/** Runs in a process that has the small disk to itself. Where a system allows none, nothing is tried, and it says so. */
export function fillDisk(rounds: number, seed: number): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-'))
  const own = [process.execPath, import.meta.filename, String(rounds), String(seed), folder]
  const words = ['--map-root-user', '--mount', '--', 'sh', '-c', MOUNT, 'sh', folder, ...own]
  const { stdout, stderr, error } = spawnSync('unshare', words, { encoding: 'utf8' })
  rmSync(folder, { recursive: true, force: true })
  const [line] = /^\{"tried".*$/m.exec(stdout ?? '') ?? []
  if (line !== undefined) return JSON.parse(line)
  if (stdout?.startsWith('mounted')) throw new Error(stderr)
  const why = error?.message ?? stderr.trim().split('\n')[0]
  return { tried: 0, counts: { [`this system mounts no small file system (${why})`]: 1 }, found: [] }
}

const SERVICES = '/api/v1/uptime/services'
const SANDBOXES = ['default', 'second']

/** Changes of every kind, in a sandbox of their own; none may be half done. */
const CHANGES: readonly (readonly [method: string, path: string, body: unknown])[] = [
  ['POST', `/sandboxes/scratch${SERVICES}`, { name: 'too much' }],
  ['POST', '/_understudy/sandboxes', { name: 'third' }],
  ['POST', '/_understudy/sandboxes/scratch/fork', { name: 'fork' }],
  ['POST', '/sandboxes/scratch/_understudy/journal/marks', { name: 'here' }],
  ['POST', '/sandboxes/scratch/_understudy/clock/advance', { by: 'PT1H' }],
  ['POST', '/sandboxes/scratch/_understudy/journal/undo', { entries: 1 }],
  ['POST', '/sandboxes/scratch/_understudy/reset', {}],
  ['DELETE', '/_understudy/sandboxes/scratch', undefined],
]

async function fillAgain(rounds: number, seed: number, folder: string): Promise<Outcome> {
  const dice = makeDice(seed)
  const tally = new Tally()
  const found: string[] = []
  for (let round = 0; round < rounds; round++) {
    const disk = new SmallDisk(join(folder, `${round}`), dice.between(1, rounds === 1 ? 1 : 6) * MEGABYTE)
    const report = (held: boolean, what: string) =>
      held ? tally.add(what) : void found.push(`round ${round}: not so: ${what}`)
    await fillOnce(disk, dice, report)
    disk.empty()
  }
  return { tried: rounds, counts: tally.counts, found }
}

type Report = (held: boolean, what: string) => void

async function fillOnce(disk: SmallDisk, dice: Dice, report: Report): Promise<void> {
  const answered = new Map(SANDBOXES.map((name) => [name, new Set<string>()]))
  // A clock that runs: what falls due cannot be stored either, and reads go on all the same.
  let server = await serve(disk.file, dice.pick(['real', 'frozen']))
  try {
    await exchange(server.url, 'POST', `/sandboxes/scratch${SERVICES}`, { name: 'to be undone' })
    await writeUntilFull(server, dice, answered)
    await whileFull(server, disk, report)
    disk.freeSome()
    report((await exchange(server.url, 'POST', SERVICES, { name: 'after' })).status === 201, 'taken again with room')
    answered.get('default')?.add('after')
    report(server.printed().includes('can be written again'), 'the terminal says that it can be written again')
    disk.fill()
    server.child.kill(dice.pick(['SIGTERM', 'SIGKILL']))
    await server.ended
    await startedFull(disk, report)
    disk.freeSome()
    server = await startedWithRoom(disk, report)
    for (const [sandbox, names] of answered) {
      const shown = await namesIn(server.url, sandbox)
      report(
        [...names].every((name) => shown.has(name)),
        'what was answered is there',
      )
      report(
        [...shown].every((name) => names.has(name)),
        'what was refused is not',
      )
    }
  } finally {
    server.child.kill('SIGKILL')
    await server.ended
  }
}

async function writeUntilFull(
  { url }: MockProcess,
  dice: Dice,
  answered: ReadonlyMap<string, Set<string>>,
): Promise<void> {
  for (let count = 0; ; count++) {
    const sandbox = dice.pick(['default', 'second'])
    const name = `${count} ${'x'.repeat(dice.between(1, 80))}`
    const { status } = await exchange(url, 'POST', `/sandboxes/${sandbox}${SERVICES}`, { name })
    if (status === 503) return
    if (status !== 201) throw new Error(`a write was answered ${status}`)
    answered.get(sandbox)?.add(name)
  }
}

async function whileFull({ url, printed }: MockProcess, disk: SmallDisk, report: Report): Promise<void> {
  disk.fill()
  for (const [method, path, body] of CHANGES) {
    const { status, text } = await exchange(url, method, path, body)
    // What takes no more room than there is may still be stored.
    if (status < 300) report(true, `done all the same: ${path}`)
    else report(status === 503 && text.includes('nothing was changed'), 'changes refused with 503 and a sentence')
  }
  for (const path of [SERVICES, `/sandboxes/second${SERVICES}`, '/_understudy/requests', '/_understudy/clock'])
    report((await exchange(url, 'GET', path)).status === 200, `reads go on: ${path}`)
  const health = await exchange(url, 'GET', '/_understudy/health')
  report(health.text.includes('storageFailure'), 'the health check says it')
  report(printed().includes('cannot be written'), 'the terminal says it')
}

/** A start may need more room than there was made: it says so, and nothing is lost. */
async function startedWithRoom(disk: SmallDisk, report: Report): Promise<MockProcess> {
  try {
    return await serve(disk.file)
  } catch (error) {
    saysWhy(error, report, 'does not start with little room, and says why')
    disk.freeAll()
    return serve(disk.file)
  }
}

function saysWhy(error: unknown, report: Report, what: string): void {
  if (!(error instanceof NotStarted)) throw error
  report(/^it ended with 2: [^\n]+\n?$/.test(error.message), what)
}

/** On a full disk a mock starts, or says in a sentence why not. */
async function startedFull(disk: SmallDisk, report: Report): Promise<void> {
  try {
    const server = await serve(disk.file)
    report((await exchange(server.url, 'GET', SERVICES)).status === 200, 'starts on a full disk and serves')
    server.child.kill('SIGTERM')
    report((await server.ended) === 0, 'stops in good order on a full disk')
  } catch (error) {
    saysWhy(error, report, 'does not start on a full disk, and says why')
  }
}

async function namesIn(url: string, sandbox: string): Promise<Set<string>> {
  const { text } = await exchange(url, 'GET', `/sandboxes/${sandbox}/_understudy/world`)
  const { state } = JSON.parse(text) as {
    readonly state: { readonly tables: { readonly UptimeService?: readonly { readonly name: string }[] } }
  }
  return new Set(state.tables.UptimeService?.map(({ name }) => name))
}

/** A data file on a small disk, and files beside it that take up the room. */
class SmallDisk {
  readonly file: string
  readonly #filler: string
  readonly #rest: string

  constructor(path: string, room: number) {
    this.file = `${path}.db`
    this.#filler = `${path}.filler`
    this.#rest = `${path}.rest`
    writeFileSync(this.#filler, Buffer.alloc(RESERVE))
    writeFileSync(this.#rest, Buffer.alloc(SIZE - room - RESERVE))
  }

  /** To the last byte. */
  fill(): void {
    const { bavail, bsize } = statfsSync(dirname(this.file))
    writeFileSync(this.#filler, Buffer.alloc(bavail * bsize), { flag: 'a' })
  }

  freeSome(): void {
    rmSync(this.#filler, { force: true })
  }

  freeAll(): void {
    for (const file of [this.#filler, this.#rest]) rmSync(file, { force: true })
  }

  empty(): void {
    this.freeAll()
    for (const part of ['', '-wal', '-shm', '-last']) rmSync(this.file + part, { force: true })
  }
}

if (import.meta.main) {
  const [rounds = '20', seed = '1', folder] = process.argv.slice(2)
  if (folder === undefined) console.log(outcomeText('full disks', fillDisk(Number(rounds), Number(seed))))
  else console.log(JSON.stringify(await fillAgain(Number(rounds), Number(seed), folder)))
}
