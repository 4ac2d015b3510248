import type { Sandbox } from '../../sandboxes/mock.ts'
import type { ControlAnswer } from './control-handler.ts'

/** The refusal where a sandbox was dropped while somebody waited for its next world. One without a name is never dropped. */
export const goneMeanwhile = (sandbox: Sandbox): ControlAnswer | undefined =>
  sandbox.name === '' || sandbox.mock.sandboxes.get(sandbox.name) === sandbox
    ? undefined
    : { status: 404, error: `there is no sandbox named ${sandbox.name} any more` }
