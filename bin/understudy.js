#!/usr/bin/env node
// Plain JavaScript that an old Node can parse: it says what is needed and hands over.
import { existsSync } from 'node:fs'

const needed = [22, 19]
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    `understudy needs Node ${needed.join('.')} or later; this is ${process.versions.node}. Install a newer Node and try again.`,
  )
  process.exit(2)
}

// A clone runs its TypeScript as it is; the published package brings built JavaScript.
const here = new URL('./main.ts', import.meta.url)
const entry = existsSync(here) ? here : new URL('../dist/bin/main.js', import.meta.url)
const { enableCompileCache } = await import('node:module')
const { setFlagsFromString } = await import('node:v8')
const { loadQuickly } = await import('./loading.js')
enableCompileCache?.()

// The cache keeps those functions of a module that are compiled when it is loaded, which are usually next to none; so
// modules are compiled whole. Not those of Node: the cache they come with is for its usual flags.
let whole = false
function compileWhole(wanted) {
  if (wanted !== whole) setFlagsFromString(wanted ? '--no-lazy' : '--lazy')
  whole = wanted
}

loadQuickly(new URL('..', entry).href, (url) => {
  compileWhole(!url.startsWith('node:'))
  // All that a module imports is loaded in one go, and compiled; whatever runs after that has the usual flags.
  if (whole) queueMicrotask(() => compileWhole(false))
})
const { run } = await import(entry.href)
process.exitCode = await run(process.argv.slice(2))

// Handles that a driver or a target left open must not keep a finished command from ending.
const LEAST_MS = 500
function end() {
  if (process.stdout.writableLength + process.stderr.writableLength === 0) process.exit()
  else setTimeout(end, LEAST_MS).unref()
}
setTimeout(end, LEAST_MS).unref()
