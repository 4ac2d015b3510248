import type { HeldSandboxes } from '../../sandboxes/sandbox-registry.ts'
import { type RestoreOptions, restore } from './restore.ts'
import { openDataFile } from './sqlite-file.ts'
import { DiskKeeper } from './sqlite-sandbox-store.ts'
import { KeptWorlds } from './stored-worlds.ts'

/** A data file in use: it keeps sandboxes, and gives back those that it kept before. */
export interface Disk {
  readonly keeper: DiskKeeper
  restoreInto(sandboxes: HeldSandboxes, options: RestoreOptions): void
  close(): void
}

export function openDisk(file: string): Disk {
  const database = openDataFile(file)
  const worlds = new KeptWorlds(database)
  const keeper = new DiskKeeper(database, worlds)
  return {
    keeper,
    restoreInto(sandboxes, options) {
      for (const { id, name, past, createdAtMs, snapshotAt, anew } of restore(database, worlds, options))
        sandboxes.takeUp(name, past, createdAtMs, anew ? undefined : (sandbox) => keeper.goOn(sandbox, id, snapshotAt))
    },
    close: () => keeper.close(),
  }
}
