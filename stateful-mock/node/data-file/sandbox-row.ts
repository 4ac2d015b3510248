import type { SQLOutputValue } from 'node:sqlite'

/** A sandbox in a data file. */
export interface SandboxRow {
  readonly id: number
  readonly name: string
  readonly about: string
  readonly world: string
  readonly firstWorld: string
  readonly branch: number
}

export const sandboxRow = (row: Readonly<Record<string, SQLOutputValue>>): SandboxRow => ({
  id: Number(row.id),
  name: String(row.name),
  about: String(row.about),
  world: String(row.world),
  firstWorld: String(row.firstWorld),
  branch: Number(row.branch),
})
