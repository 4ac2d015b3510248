import { copyFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, inject, onTestFailed, onTestFinished, test } from 'vitest'
import { killAgain, QUIET, type Survivor } from '../../../bench/torture/kills.ts'
import type { Wire } from '../../../bench/torture/load.ts'
import { wireTo, worldOf } from '../../../bench/torture/mock-process.ts'
import type { OperationId } from '../../../src/model/request/operation-types.ts'
import { createMock } from '../../../stateful-mock/create-mock.ts'
import { type Entry, entryFromText, type Input } from '../../../stateful-mock/journal/entry.ts'
import { PackedEntries } from '../../../stateful-mock/journal/packed-entries.ts'
import type { StoredStart } from '../../../stateful-mock/node/data-file/stored-start.ts'
import { nodePlatform } from '../../../stateful-mock/node/node-platform.ts'
import { contract } from '../../model/support.ts'

const KILLS = process.env.UNDERSTUDY_FULL ? 100 : 2
/** When it is killed and what is written are drawn from it. */
const SEED = inject('seed')

test(
  `killed ${KILLS} times in the middle of writing to several sandboxes with webhooks out, nothing that was answered is lost`,
  async () => {
    onTestFailed(() => console.error(`The kills were drawn from ${SEED}; UNDERSTUDY_SEED=${SEED} draws the same.`))
    const { counts, found } = await killAgain(KILLS, SEED, sameAsNeverKilled)
    expect(found).toEqual([])
    expect(counts['things written']).toBeGreaterThan(KILLS)
  },
  60_000 + KILLS * 5_000,
)

/** A mock that is told the same without ever being killed is in the same world and answers the same next. */
async function sameAsNeverKilled({ url, file }: Survivor): Promise<void> {
  const { entries, beganAtMs } = storedOf(copied(file), QUIET)
  expect(entries.map(({ input }) => input.kind)).toEqual(expect.arrayContaining(['request']))

  const other = await createMock({ seed: 'small', clock: { frozenAt: new Date(beganAtMs).toISOString() } })
  onTestFinished(() => other.close())
  const wire = wireTo(other.url, QUIET)
  for (const { input, atMs } of entries) await again(wire, input, atMs)
  expect(await worldOf(other.url, QUIET)).toEqual(await worldOf(url, QUIET))
  const next = (at: string) => wireTo(at, QUIET).call('createUptimeService', {}, { name: 'next' })
  expect(await next(other.url)).toEqual(await next(url))
}

/** All entries of a sandbox, the packed ones too, and when it began: the first entry may be a move of the clock. */
function storedOf(file: string, sandbox: string): { readonly entries: readonly Entry[]; readonly beganAtMs: number } {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare(`
    SELECT number AS first, text, NULL AS body FROM entry JOIN sandbox ON sandbox.branch = entry.branch WHERE name = :sandbox
    UNION ALL SELECT first, NULL, body FROM packed JOIN sandbox ON sandbox.branch = packed.branch WHERE name = :sandbox
    ORDER BY first`)
  const textsIn = (body: unknown) => new PackedEntries(body as Uint8Array, nodePlatform.compression).texts()
  const texts = rows.all({ sandbox }).flatMap(({ text, body }) => (text === null ? textsIn(body) : [String(text)]))
  const { about } = database.prepare('SELECT about FROM sandbox WHERE name = ?').get(sandbox) ?? {}
  database.close()
  const { atMs } = JSON.parse(String(about)) as StoredStart
  return { entries: texts.map((text) => entryFromText(text, contract)), beganAtMs: atMs }
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
