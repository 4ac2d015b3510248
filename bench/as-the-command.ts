import { tmpdir } from 'node:os'
import { join } from 'node:path'

const FOLDER = join(tmpdir(), 'understudy-bench-cache')

/**
 * A program that loads modules as bin/understudy.js does, compiled whole and from a cache, and then goes on. The cache
 * is its own: here packages are compiled whole too, and the command could not use what it finds.
 */
export const asTheCommand = (loading: string, rest: string): string => `
  const { enableCompileCache } = await import('node:module')
  const { setFlagsFromString } = await import('node:v8')
  enableCompileCache(${JSON.stringify(FOLDER)})
  setFlagsFromString('--no-lazy')
  const start = performance.now()
  ${loading}
  const loaded = performance.now()
  setFlagsFromString('--lazy')
  ${rest}`
