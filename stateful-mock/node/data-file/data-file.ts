import type { OpenDataFile } from '../../sandboxes/sandbox-store.ts'
import { restore } from './restore.ts'
import { openSqliteFile } from './sqlite-file.ts'
import { SqliteSandboxStore } from './sqlite-sandbox-store.ts'
import { StoredWorlds } from './stored-worlds.ts'

export const openDataFile: OpenDataFile = (file) => {
  const database = openSqliteFile(file)
  const worlds = new StoredWorlds(database)
  const store = new SqliteSandboxStore(database, worlds)
  return {
    store,
    restore: (options) =>
      restore(database, worlds, options).map(({ id, name, past, createdAtMs, snapshotAt, anew }) => ({
        name,
        past,
        createdAtMs,
        resume: anew ? undefined : (sandbox) => store.resume(sandbox, id, snapshotAt),
      })),
    close: () => store.close(),
  }
}
