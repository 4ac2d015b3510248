import type { Seed } from '../../src/model/seeds/kit/seed.ts'
import type { JournalSink } from '../journal/journal-sink.ts'
import type { WorldState } from '../journal/world-state.ts'
import type { Compression } from '../platform/platform.ts'
import type { HolderOptions, WorldHistory } from '../world/world-holder.ts'

/** A sandbox as a store takes it. */
export interface StorableSandbox {
  readonly name: string
  readonly createdAtMs: number
  readonly past: WorldHistory
  /** The sandbox whose journal it begins with, up to an entry. */
  readonly forkOf?: { readonly name: string; readonly entry: number } | undefined
  /** As it is whenever this is asked. */
  readonly present: () => { readonly state: WorldState; readonly entries: number }
}

/** Stores sandboxes beyond the life of this process. What it is given is stored before anybody is answered. */
export interface SandboxStore {
  /** Stores a sandbox with all its past, in place of one of the same name. Its journal goes on in what this returns. */
  add(sandbox: StorableSandbox): JournalSink
  drop(name: string): void
}

/** A sandbox as an earlier process left it. */
export interface RestoredSandbox {
  readonly name: string
  readonly past: WorldHistory
  readonly createdAtMs: number
  /** Continues its journal; undefined if it has to be stored again. */
  readonly resume: ((sandbox: StorableSandbox) => JournalSink) | undefined
}

export interface RestoreOptions extends HolderOptions {
  readonly file: string
  readonly version: string
  /** The server's own seed. */
  readonly seed: Seed
  /** Hears what could not be restored as it was. */
  readonly onNotice: (notice: string) => void
}

/** The sandboxes of a data file. */
export interface RestoredFile {
  readonly sandboxes: readonly RestoredSandbox[]
  /** To be called once all of them go on in the file: until then it counts as written by whoever wrote it before. */
  takenOver(): void
}

/** An open data file: it stores sandboxes, and restores those that it stored before. */
export interface DataFile {
  readonly store: SandboxStore
  restore(options: RestoreOptions): RestoredFile
  close(): void
}

export type OpenDataFile = (file: string, compression: Compression) => DataFile
