/**
 * Loaded before the own tests of a candidate (`node --import`): where they start a candidate without faults, they get one
 * with `understudy watch` in front of it.
 */
import { registerHooks } from 'node:module'

const STAND_INS = new Map([
  ['server', new URL('./watched-server.ts', import.meta.url)],
  ['driver', new URL('./unseen-driver.ts', import.meta.url)],
])

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const [, name = ''] = /\/examples\/[\w-]+\/(\w+)\.(?:ts|mjs)$/.exec(resolved.url) ?? []
    const standIn = /\/examples\/[\w-]+\/test\//.test(context.parentURL ?? '') ? STAND_INS.get(name) : undefined
    if (!standIn) return resolved
    const url = new URL(standIn)
    url.searchParams.set('for', resolved.url)
    return { url: url.href, format: 'module-typescript', shortCircuit: true }
  },
})
