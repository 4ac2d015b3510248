import type { DatabaseSync } from 'node:sqlite'
import type { CheckedRows } from './checked-rows.ts'

/** A branch begins with the entries of its parent up to one; those are not written again. */
interface Branch {
  readonly id: number
  readonly parent: number | undefined
  /** The last entry that is the parent's. */
  readonly after: number
}

/** The journals in a data file. What two journals have in common is in it once: a fork writes no entries. */
export class StoredBranches {
  readonly #database: DatabaseSync
  readonly #rows: CheckedRows

  constructor(database: DatabaseSync, rows: CheckedRows) {
    this.#database = database
    this.#rows = rows
  }

  /** A new one: empty, or with the entries of another up to one. */
  add(from?: { readonly branch: number; readonly entry: number }): number {
    const owner = from && this.#ownerOf(from.branch, from.entry)
    const id = this.#rows.freshId('branch')
    return this.#rows.insert('branch', [id, owner?.id ?? null, from?.entry ?? 0])
  }

  /** The entries of a branch in order, as texts. */
  *texts(id: number, last: number = Number.MAX_SAFE_INTEGER): Generator<string> {
    const { parent, after } = this.#get(id)
    if (parent !== undefined) yield* this.texts(parent, Math.min(after, last))
    const own = this.#database.prepare('SELECT text FROM entry WHERE branch = ? AND number <= ? ORDER BY number')
    for (const { text } of own.iterate(id, last)) yield String(text)
  }

  /** The branch that goes on after an entry of another, which nobody needs as it is: the same one, if that can be. */
  cut(id: number, last: number): number {
    const { after } = this.#get(id)
    if (last < after || last < (this.#sharedUpTo(id) ?? 0)) return this.add({ branch: id, entry: last })
    this.#rows.remove('entry', 'branch = ? AND number > ?', id, last)
    return id
  }

  /** Removes what no sandbox and no other branch needs of a branch; with all of it, the same of its parent. */
  forgetUnused(id: number): void {
    if (this.#database.prepare('SELECT 1 FROM sandbox WHERE branch = ?').get(id)) return
    const shared = this.#sharedUpTo(id)
    this.#rows.remove('entry', 'branch = ? AND number > ?', id, shared ?? 0)
    if (shared !== undefined) return
    const { parent } = this.#get(id)
    this.#rows.remove('branch', 'id = ?', id)
    if (parent !== undefined) this.forgetUnused(parent)
  }

  /** The last entry that another branch begins with; undefined when none does. */
  #sharedUpTo(id: number): number | undefined {
    const { shared } = this.#database.prepare('SELECT max(after) AS shared FROM branch WHERE parent = ?').get(id) ?? {}
    return typeof shared === 'number' ? shared : undefined
  }

  /** The branch that an entry was written in. */
  #ownerOf(id: number, entry: number): Branch {
    const branch = this.#get(id)
    return branch.parent !== undefined && entry <= branch.after ? this.#ownerOf(branch.parent, entry) : branch
  }

  #get(id: number): Branch {
    const { parent, after } = this.#database.prepare('SELECT parent, after FROM branch WHERE id = ?').get(id) ?? {}
    return { id, parent: parent === null || parent === undefined ? undefined : Number(parent), after: Number(after) }
  }
}
