import { PackedEntries } from '../../journal/packed-entries.ts'
import type { Compression } from '../../platform/platform.ts'
import type { DataFile, OpenDataFile } from '../../sandboxes/sandbox-store.ts'
import { restore } from './restore.ts'
import { openSqliteFile, type SqliteFile } from './sqlite-file.ts'
import { SqliteSandboxStore } from './sqlite-sandbox-store.ts'
import { StoredBranches } from './stored-branches.ts'
import { StoredWorlds } from './stored-worlds.ts'

export const openDataFile: OpenDataFile = (file, compression) => dataFileIn(openSqliteFile(file), compression)

export function dataFileIn({ database, rows, close }: SqliteFile, compression: Compression): DataFile {
  const parts = {
    database,
    rows,
    worlds: new StoredWorlds(database, rows),
    branches: new StoredBranches(database, rows, (packed) => new PackedEntries(packed, compression).texts()),
  }
  const store = new SqliteSandboxStore(parts)
  return {
    store,
    restore(options) {
      const { sandboxes, takenOver } = restore(parts, options)
      return {
        sandboxes: sandboxes.map(({ place, ...sandbox }) => ({
          ...sandbox,
          resume: place && ((kept) => store.resume(kept, place)),
        })),
        takenOver,
      }
    },
    close() {
      try {
        store.finish()
      } catch {
        // The journal is kept; without a snapshot the next start has more to replay.
      }
      close()
    },
  }
}
