import type { Script } from 'node:vm'
import { runPatternsBy } from './matches.ts'

/** Longer than any sensible pattern takes. */
const MOST_MS = 200

/** From now on a scenario's pattern is stopped when it takes too long. */
export function limitPatterns(): void {
  const made = makeRunner()
  runPatternsBy((pattern, text) => {
    const { script, context } = made()
    try {
      Object.assign(context, { pattern, text })
      return Boolean(script.runInContext(context, { timeout: MOST_MS }))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
      throw error
    } finally {
      Object.assign(context, { pattern: undefined, text: undefined })
    }
  })
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
