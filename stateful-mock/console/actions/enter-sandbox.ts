import { changeQuery } from '../session/route.ts'
import { DEFAULT_SANDBOX } from '../session/session.ts'

/** Stays on the page and shows it in another sandbox, as it is now and to its first actor. */
export const enterSandbox = (name: string): void =>
  changeQuery({ sandbox: name === DEFAULT_SANDBOX ? undefined : name, at: undefined, actor: undefined })
