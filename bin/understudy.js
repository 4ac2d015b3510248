#!/usr/bin/env node
// Plain JavaScript that an old Node can parse: it says what is needed and hands over.
import { existsSync } from 'node:fs'

const needed = 24
if (Number(process.versions.node.split('.')[0]) < needed) {
  console.error(
    `understudy needs Node ${needed} or later; this is ${process.versions.node}. Install a newer Node and try again.`,
  )
  process.exit(2)
}

// A clone runs its TypeScript as it is; the published package brings built JavaScript.
const here = new URL('./main.ts', import.meta.url)
const entry = existsSync(here) ? here : new URL('../dist/bin/main.js', import.meta.url)
const { enableCompileCache, registerHooks } = await import('node:module')
enableCompileCache?.()
// Our files name each other exactly, so nobody needs to look for them: that alone is a third of the time to load them.
registerHooks?.({
  resolve: (name, context, next) =>
    name.startsWith('.') && name.endsWith('.ts')
      ? { url: new URL(name, context.parentURL).href, format: 'module-typescript', shortCircuit: true }
      : next(name, context),
})
const { run } = await import(entry.href)
process.exitCode = await run(process.argv.slice(2))
