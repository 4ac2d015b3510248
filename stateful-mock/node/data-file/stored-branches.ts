import type { DatabaseSync } from 'node:sqlite'
import type { PackedPart } from '../../journal/kept-entries.ts'
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
  readonly #textsIn: (packed: Uint8Array) => readonly string[]

  constructor(database: DatabaseSync, rows: CheckedRows, textsIn: (packed: Uint8Array) => readonly string[]) {
    this.#database = database
    this.#rows = rows
    this.#textsIn = textsIn
  }

  /** A new one: empty, or with the entries of another up to one. */
  add(from?: { readonly branch: number; readonly entry: number }): number {
    const owner = from && this.#ownerOf(from.branch, from.entry)
    const id = this.#rows.freshId('branch')
    return this.#rows.insert('branch', [id, owner?.id ?? null, from?.entry ?? 0])
  }

  /** The entries of a branch in order, as texts or in pieces. */
  *parts(id: number, from: number, to: number = Number.MAX_SAFE_INTEGER): Generator<string | PackedPart> {
    const { parent, after } = this.#get(id)
    if (parent !== undefined && from <= after) yield* this.parts(parent, from, Math.min(after, to))
    const own = this.#database.prepare(`
      SELECT number AS first, number AS last, text, NULL AS body FROM entry
        WHERE branch = :id AND number BETWEEN :from AND :to
      UNION ALL SELECT first, last, NULL, body FROM packed WHERE branch = :id AND first BETWEEN :from AND :to
      ORDER BY first`)
    for (const { first, last, text, body } of own.iterate({ id, from, to }))
      if (text !== null) yield String(text)
      else yield { first: Number(first), last: Math.min(Number(last), to), packed: body as Uint8Array }
  }

  /** The number of the last entry. */
  last(id: number): number {
    const own = this.#database.prepare(`
      SELECT max(last) AS last FROM (
        SELECT max(number) AS last FROM entry WHERE branch = :id
        UNION ALL SELECT max(last) FROM packed WHERE branch = :id)`)
    const { last } = own.get({ id }) ?? {}
    return typeof last === 'number' ? last : this.#get(id).after
  }

  /** Keeps entries as one piece, where all of them are this branch's own. */
  pack(id: number, { first, last, packed }: PackedPart): void {
    if (first <= this.#get(id).after) return
    this.#rows.remove('entry', 'branch = ? AND number BETWEEN ? AND ?', id, first, last)
    this.#rows.insert('packed', [id, first, last, packed])
  }

  /** Forgets the entries before one, unless another branch begins with them. */
  forgetBefore(id: number, first: number): void {
    const { parent, after } = this.#get(id)
    if (parent !== undefined && after < first) this.#detach(id, parent)
    if (this.#sharedUpTo(id) !== undefined) return
    this.#rows.remove('entry', 'branch = ? AND number < ?', id, first)
    this.#rows.remove('packed', 'branch = ? AND last < ?', id, first)
  }

  /** True if it no longer needs its parent. */
  #detach(id: number, parent: number): void {
    this.#rows.remove('branch', 'id = ?', id)
    this.#rows.insert('branch', [id, null, 0])
    this.forgetUnused(parent)
  }

  /** The branch that goes on after an entry of another, which nobody needs as it is: the same one, if that can be. */
  cut(id: number, last: number): number {
    const { after } = this.#get(id)
    if (last < after || last < (this.#sharedUpTo(id) ?? 0)) return this.add({ branch: id, entry: last })
    this.#forgetAfter(id, last)
    return id
  }

  /** Removes what no sandbox and no other branch needs of a branch; with all of it, the same of its parent. */
  forgetUnused(id: number): void {
    if (this.#database.prepare('SELECT 1 FROM sandbox WHERE branch = ?').get(id)) return
    const shared = this.#sharedUpTo(id)
    this.#forgetAfter(id, shared ?? 0)
    if (shared !== undefined) return
    const { parent } = this.#get(id)
    this.#rows.remove('branch', 'id = ?', id)
    if (parent !== undefined) this.forgetUnused(parent)
  }

  /** Turns the rest of a packed piece back into entries. */
  #forgetAfter(id: number, last: number): void {
    this.#rows.remove('entry', 'branch = ? AND number > ?', id, last)
    const piece = this.#database.prepare('SELECT first, body FROM packed WHERE branch = ? AND first <= ? AND last > ?')
    const { first, body } = piece.get(id, last, last) ?? {}
    this.#rows.remove('packed', 'branch = ? AND last > ?', id, last)
    if (first === undefined) return
    const texts = this.#textsIn(body as Uint8Array).slice(0, last - Number(first) + 1)
    for (const [index, text] of texts.entries()) this.#rows.insertEntry(id, Number(first) + index, text)
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
