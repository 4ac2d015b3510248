/**
 * Damages data files and starts a mock on each: it has to be refused in one sentence, or served exactly as it was.
 * `node bench/torture/damaged-files.ts [files] [seed]`
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Dice, makeDice } from '../../src/model/seeds/kit/dice.ts'
import { worldToJson } from '../../src/model/world-file.ts'
import { DataFileError } from '../../stateful-mock/node/data-file/data-file-error.ts'
import { makeNodeMock } from '../../stateful-mock/node/node-mock.ts'
import type { Mock } from '../../stateful-mock/sandboxes/mock.ts'
import { type Outcome, outcomeText, Tally } from './outcome.ts'

/** The files of a data file: itself, the log of SQLite, and the number of the last change. */
const PARTS = ['', '-wal', '-last'] as const
const START = { seed: 'small', clock: { frozenAt: '2026-03-05T09:00:00Z' } } as const

/** A data file as it was at some moment, and what a mock on it has to show. */
interface Original {
  readonly parts: ReadonlyMap<string, Buffer>
  readonly shows: unknown
}

export function damageFiles(files: number, seed: number): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-'))
  const dice = makeDice(seed)
  const tally = new Tally()
  const found: string[] = []
  try {
    const originals = makeOriginals(join(folder, 'worlds.db'))
    for (let number = 0; number < files; number++) {
      const original = dice.pick(originals)
      const [part, how, bytes] = damaged(original, dice)
      const verdict = tryFile(join(folder, `${number}.db`), new Map([...original.parts, [part, bytes]]), original.shows)
      if (verdict === 'refused in a sentence' || verdict === 'served as it was') tally.add(verdict)
      else found.push(`file ${number} (${how} in ${part === '' ? 'the file' : part}): ${verdict}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { tried: files, counts: tally.counts, found }
}

/** The same file as a killed mock left it, at two moments, and as one that was stopped did. */
function makeOriginals(file: string): [Original, ...Original[]] {
  const mock = makeNodeMock({ ...START, data: file })
  write(mock, 40)
  const early = original(file, mock)
  write(mock, 400)
  const late = original(file, mock)
  const shows = shownBy(mock)
  mock.close()
  return [early, late, { parts: partsOf(file), shows }]
}

function write(mock: Mock, times: number): void {
  const { sandboxes } = mock
  const names = ['default', 'second', 'third']
  for (let count = 0; count < times; count++) {
    const sandbox = sandboxes.use(names[count % names.length])
    if (!('holder' in sandbox)) continue
    const { holder, name } = sandbox
    holder.setGap('general.unknown-path-status', 400 + (count % 5))
    holder.advanceTo(holder.presentMs + 60_000)
    if (count % 20 === 19) holder.journal.mark({ name: `${holder.entries}`, entry: holder.entries })
    if (count % 50 === 40) sandboxes.fork(sandbox, `${name}-fork-${holder.entries}`)
    if (count % 30 === 20) holder.undoTo(holder.entries - 3)
  }
}

const partsOf = (file: string): Map<string, Buffer> =>
  new Map(PARTS.filter((part) => existsSync(file + part)).map((part) => [part, readFileSync(file + part)]))

const original = (file: string, mock: Mock): Original => ({ parts: partsOf(file), shows: shownBy(mock) })

/** Everything that a mock serves. */
function shownBy({ sandboxes }: Mock): unknown {
  const shown = JSON.stringify(
    [...sandboxes].map(({ name, holder }) => [
      name,
      worldToJson(holder.world, { clock: holder.clockMode, actors: {}, gaps: Object.fromEntries(holder.state.gaps) }),
      worldToJson(holder.start.world, { clock: 'frozen', actors: {}, gaps: {} }),
      [...holder.journal.entries(1, holder.entries)],
      holder.journal.marks,
    ]),
  )
  return JSON.parse(shown)
}

const HOW = [
  'a byte changed',
  'some bytes changed',
  'a stretch zeroed',
  'a stretch overwritten',
  'the end cut off',
] as const

function damaged({ parts }: Original, dice: Dice): [part: string, how: string, bytes: Buffer] {
  const [part, whole] = dice.pick([...parts] as [[string, Buffer], ...[string, Buffer][]])
  const how = dice.pick(HOW)
  const bytes = Buffer.from(whole)
  const at = () => dice.between(0, bytes.length - 1)
  const change = () => bytes.writeUInt8(dice.between(0, 255), at())
  const start = at()
  const end = Math.min(bytes.length, start + dice.between(1, 8_192))
  if (how === 'a byte changed') change()
  if (how === 'some bytes changed') for (let count = 0; count < 20; count++) change()
  if (how === 'a stretch zeroed') bytes.fill(0, start, end)
  if (how === 'a stretch overwritten') bytes.fill(dice.between(1, 255), start, end)
  return [part, how, how === 'the end cut off' ? bytes.subarray(0, start) : bytes]
}

function tryFile(file: string, parts: ReadonlyMap<string, Buffer>, shows: unknown): string {
  for (const [part, bytes] of parts) writeFileSync(file + part, bytes)
  const before = readFileSync(file)
  try {
    const mock = makeNodeMock({ ...START, data: file })
    const shown = shownBy(mock)
    mock.close()
    return isDeepStrictEqual(shown, shows) ? 'served as it was' : 'served otherwise than it was, without a word'
  } catch (error) {
    if (!(error instanceof DataFileError) || error.message.includes('\n')) return `failed with ${error}`
    return readFileSync(file).equals(before) ? 'refused in a sentence' : 'refused, but changed'
  } finally {
    for (const part of [...PARTS, '-shm']) rmSync(file + part, { force: true })
  }
}

if (import.meta.main) {
  const [files = '200', seed = '1'] = process.argv.slice(2)
  console.log(outcomeText('damaged data files', damageFiles(Number(files), Number(seed))))
}
