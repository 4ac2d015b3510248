import type { GapReader } from '../../gaps/gap-reader.ts'
import type { Step } from '../../http/compose.ts'
import type { InjectedFault } from '../../http/injected-fault.ts'
import type { WireRequest } from '../../http/wire.ts'
import type { Sandbox } from '../../sandboxes/mock.ts'

/** Any request in a sandbox but one to the control interface. */
export interface SandboxExchange {
  readonly sandbox: Sandbox
  readonly request: WireRequest
  readonly gaps: GapReader
  /** The fault that has held it up so far. */
  readonly heldUpBy?: InjectedFault
}

export type SandboxStep = Step<SandboxExchange>
