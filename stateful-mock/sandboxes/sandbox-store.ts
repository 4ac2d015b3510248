import type { Scribe } from '../journal/journal.ts'
import type { Sandbox } from './mock.ts'

/** What is kept of sandboxes beyond this process; each is told before anybody is answered. */
export interface SandboxStore {
  /** A sandbox is there from now on, with all its past; one of the same name is replaced. Its journal goes on there. */
  add(sandbox: Sandbox): Scribe
  drop(name: string): void
}
