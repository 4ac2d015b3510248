import { AsyncLocalStorage } from 'node:async_hooks'

/** The place where a mistaken copy finds which mistakes are on, because it shares no module with us. */
const KEY = Symbol.for('understudy.mistakes')
const shared = globalThis as { [KEY]?: AsyncLocalStorage<ReadonlySet<string>> }
shared[KEY] ??= new AsyncLocalStorage()
const switches = shared[KEY]

/**
 * Does something while a mistaken copy breaks these rules. What is begun meanwhile goes on breaking them: a server
 * that is started, whoever asks it later; others that run beside it do not.
 */
export const withMistakes = <T>(ids: Iterable<string>, work: () => T): T => switches.run(new Set(ids), work)
