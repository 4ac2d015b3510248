import type { SandboxRegistry } from '../../sandboxes/sandbox-registry.ts'
import { type RestoreOptions, restore } from './restore.ts'
import { openSqliteFile } from './sqlite-file.ts'
import { SqliteSandboxStore } from './sqlite-sandbox-store.ts'
import { StoredWorlds } from './stored-worlds.ts'

/** A data file in use: it keeps sandboxes, and gives back those that it kept before. */
export interface DataFile {
  readonly store: SqliteSandboxStore
  restoreInto(sandboxes: SandboxRegistry, options: RestoreOptions): void
  close(): void
}

export function openDataFile(file: string): DataFile {
  const database = openSqliteFile(file)
  const worlds = new StoredWorlds(database)
  const store = new SqliteSandboxStore(database, worlds)
  return {
    store,
    restoreInto(sandboxes, options) {
      for (const { id, name, past, createdAtMs, snapshotAt, anew } of restore(database, worlds, options))
        sandboxes.restore(
          name,
          past,
          createdAtMs,
          anew ? undefined : (sandbox) => store.resume(sandbox, id, snapshotAt),
        )
    },
    close: () => store.close(),
  }
}
