import type { DatabaseSync } from 'node:sqlite'
import type { World } from '../../../src/model/world/world.ts'
import { worldFromJson, worldToJson } from '../../../src/model/world-file.ts'
import { DataFileError } from './data-file-error.ts'

const zlib = () => process.getBuiltinModule('node:zlib')

/** Worlds in a data file, each written once however many sandboxes begin with it. The reading of the clock is not in. */
export class StoredWorlds {
  readonly #database: DatabaseSync
  readonly #known = new WeakMap<World['tables'], { readonly id: number; readonly serial: number }>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Its number in the file. */
  add(world: World): number {
    const known = this.#known.get(world.tables)
    if (known?.serial === world.serial && this.#has(known.id)) return known.id
    const text = JSON.stringify(worldToJson(world, { clock: 'frozen', actors: {}, gaps: {} }))
    const insert = this.#database.prepare('INSERT INTO world (body) VALUES (?)')
    const id = Number(insert.run(zlib().deflateRawSync(text, { level: 1 })).lastInsertRowid)
    this.#known.set(world.tables, { id, serial: world.serial })
    return id
  }

  read(id: number, nowMs: number): World {
    const { body } = this.#database.prepare('SELECT body FROM world WHERE id = ?').get(id) ?? {}
    const text = zlib().inflateRawSync(body as Uint8Array)
    const read = worldFromJson(JSON.parse(text.toString()))
    if ('error' in read) throw new DataFileError(`The world in the data file cannot be read: ${read.error}.`)
    this.#known.set(read.world.tables, { id, serial: read.world.serial })
    return { ...read.world, nowMs }
  }

  /** Those that nothing refers to any more. */
  forgetUnused(): void {
    this.#database.exec(
      `DELETE FROM world WHERE id NOT IN
        (SELECT world FROM sandbox UNION SELECT firstWorld FROM sandbox UNION SELECT world FROM snapshot)`,
    )
  }

  #has(id: number): boolean {
    return this.#database.prepare('SELECT 1 FROM world WHERE id = ?').get(id) !== undefined
  }
}
