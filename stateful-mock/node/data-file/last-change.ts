import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'

const DIGITS = 16

const pathFor = (file: string): string => `${file}-last`

/**
 * The number of the latest change that was answered, in a small file beside the data file while that is in use. SQLite
 * passes over what is damaged at the end of its log; a data file that lacks changes which were answered shows by this.
 */
export class LastChange {
  readonly #path: string
  readonly #descriptor: number

  constructor(file: string) {
    this.#path = pathFor(file)
    this.#descriptor = openSync(this.#path, 'a+', 0o600)
    closeSync(this.#descriptor)
    this.#descriptor = openSync(this.#path, 'r+')
  }

  write(change: number): void {
    try {
      writeSync(this.#descriptor, `${String(change).padStart(DIGITS, '0')}\n`, 0)
    } catch {
      // The change is kept; an earlier number only means that less can be found missing.
    }
  }

  /** `remove`: the data file says it all by itself from now on. */
  close({ remove }: { readonly remove: boolean }): void {
    closeSync(this.#descriptor)
    if (remove) rmSync(this.#path, { force: true })
  }
}

/** The note of an earlier process; undefined when there is none, as after an orderly end. */
export function readLastChange(file: string): number | 'unreadable' | undefined {
  let text: string
  try {
    text = readFileSync(pathFor(file), 'latin1')
  } catch {
    return undefined
  }
  if (text === '') return undefined
  return /^\d{16}\n$/.test(text) ? Number(text) : 'unreadable'
}
