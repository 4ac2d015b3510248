import type { TimerEffect } from '../area.ts'
import { CLIENT_TOKEN_EXPIRES, clientTokenIsOver } from './effects/clusters/kubeconfig.ts'
import { JOIN_TOKEN_EXPIRES, joinTokenIsOver } from './effects/nodes/join-tokens.ts'
import { NODE_READY, nodeIsReady } from './effects/nodes/node-ready.ts'
import { REGISTRATION_TOKEN_EXPIRES, registrationTokenIsOver } from './effects/nodes/registration-tokens.ts'
import { ENDS_BY } from './effects/progress/begin-work.ts'
import { workIsOver } from './effects/progress/end-work.ts'

/** The timers of the area. */
export const TIMERS: Readonly<Record<string, TimerEffect>> = {
  [ENDS_BY.provisioning]: workIsOver,
  [ENDS_BY.rolling]: workIsOver,
  [ENDS_BY.deleting]: workIsOver,
  [NODE_READY]: nodeIsReady,
  [JOIN_TOKEN_EXPIRES]: joinTokenIsOver,
  [REGISTRATION_TOKEN_EXPIRES]: registrationTokenIsOver,
  [CLIENT_TOKEN_EXPIRES]: clientTokenIsOver,
}
