import type { Script } from 'node:vm'
import { runPatternsBy } from './matches.ts'

/** Longer than any sensible pattern takes, in processor time. */
const MOST_MS = 200
/** Maximum time to wait, however busy the machine is. */
const PATIENCE_MS = 5_000

/** From now on a scenario's pattern is stopped when it takes too long. */
export function limitPatterns(): void {
  const made = makeRunner()
  runPatternsBy((pattern, text) => {
    const { script, context } = made()
    try {
      Object.assign(context, { pattern, text })
      return runLimited((timeout) => Boolean(script.runInContext(context, { timeout })))
    } finally {
      Object.assign(context, { pattern: undefined, text: undefined })
    }
  })
}

/** A limit in time strikes the innocent on a busy machine: whoever had no processor time is given longer. */
function runLimited(attempt: (timeout: number) => boolean): boolean | undefined {
  const before = process.cpuUsage()
  for (let timeout = MOST_MS; timeout < PATIENCE_MS; timeout *= 2) {
    try {
      return attempt(timeout)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    }
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1000 >= MOST_MS) return undefined
  }
  return undefined
}

/** Made for the first pattern: most mocks never meet one. */
function makeRunner() {
  let runner: { readonly script: Script; readonly context: object } | undefined
  return () => {
    const vm = process.getBuiltinModule('node:vm')
    runner ??= { script: new vm.Script('pattern.test(text)'), context: vm.createContext({}) }
    return runner
  }
}
