import type { DatabaseSync } from 'node:sqlite'
import type { World } from '../../../src/model/world/world.ts'
import { worldFromJson, worldToJson } from '../../../src/model/world-file.ts'
import type { CheckedRows } from './checked-rows.ts'
import { DataFileError } from './data-file-error.ts'

const zlib = () => process.getBuiltinModule('node:zlib')
const sha256 = (text: string | Uint8Array): string => process.getBuiltinModule('node:crypto').hash('sha256', text)

/**
 * Worlds in a data file, each written once however many sandboxes begin with it. One is called by the hash of its
 * content, so a name can never come to mean another world. The reading of the clock is not in.
 */
export class StoredWorlds {
  readonly #database: DatabaseSync
  readonly #rows: CheckedRows
  readonly #known = new WeakMap<World['tables'], { readonly hash: string; readonly serial: number }>()

  constructor(database: DatabaseSync, rows: CheckedRows) {
    this.#database = database
    this.#rows = rows
  }

  /** The name it has in the file. */
  add(world: World): string {
    const known = this.#known.get(world.tables)
    if (known?.serial === world.serial && this.#has(known.hash)) return known.hash
    const text = JSON.stringify(worldToJson({ ...world, nowMs: 0 }, { clock: 'frozen', actors: {}, gaps: {} }))
    const hash = sha256(text)
    if (!this.#has(hash)) this.#rows.insert('world', [hash, zlib().deflateRawSync(text, { level: 1 })])
    this.#known.set(world.tables, { hash, serial: world.serial })
    return hash
  }

  read(hash: string, nowMs: number): World {
    const { body } = this.#database.prepare('SELECT body FROM world WHERE hash = ?').get(hash) ?? {}
    const text = zlib().inflateRawSync(body as Uint8Array)
    if (sha256(text) !== hash) throw new DataFileError('A world in the data file does not match its digest.')
    const read = worldFromJson(JSON.parse(text.toString()))
    if ('error' in read) throw new DataFileError(`The world in the data file cannot be read: ${read.error}.`)
    this.#known.set(read.world.tables, { hash, serial: read.world.serial })
    return { ...read.world, nowMs }
  }

  /** Rows that nothing refers to. */
  forgetUnused(): void {
    this.#rows.remove(
      'world',
      'hash NOT IN (SELECT world FROM sandbox UNION SELECT firstWorld FROM sandbox UNION SELECT world FROM snapshot)',
    )
  }

  #has(hash: string): boolean {
    return this.#database.prepare('SELECT 1 FROM world WHERE hash = ?').get(hash) !== undefined
  }
}
