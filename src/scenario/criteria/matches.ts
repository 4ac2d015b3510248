import type { Script } from 'node:vm'

/** Longer than any sensible pattern takes. */
const MOST_MS = 200

/** Whether a pattern that somebody else wrote matches; undefined when it takes too long to tell. */
export function matches(pattern: RegExp, text: string): boolean | undefined {
  const limited = limitedRunner()
  // In a page there is nobody to stop it, and nobody else's scenario.
  if (!limited) return pattern.test(text)
  const { script, context } = limited
  try {
    Object.assign(context, { pattern, text })
    return Boolean(script.runInContext(context, { timeout: MOST_MS }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw error
  } finally {
    Object.assign(context, { pattern: undefined, text: undefined })
  }
}

interface Limited {
  readonly script: Script
  readonly context: object
}

let runner: Limited | undefined

function limitedRunner(): Limited | undefined {
  const vm = globalThis.process?.getBuiltinModule?.('node:vm')
  if (!vm) return undefined
  runner ??= { script: new vm.Script('pattern.test(text)'), context: vm.createContext({}) }
  return runner
}
