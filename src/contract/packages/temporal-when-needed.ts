import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
let loaded: typeof import('temporal-polyfill') | undefined

/** The calendar, in Node: loaded by the first time zone, since a start that asks for none is sooner done. */
export function temporal() {
  loaded ??= require('temporal-polyfill') as typeof import('temporal-polyfill')
  return loaded.Temporal
}
