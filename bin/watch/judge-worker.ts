/** Where the judge's thread begins: with what makes loading the judge several times as fast. */
import { enableCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadQuickly } from '../loading.js'

// Apart from the command's own, which is compiled with other flags, so that neither could use the other's.
const { NODE_COMPILE_CACHE: folder = join(tmpdir(), 'node-compile-cache') } = process.env
enableCompileCache(join(folder, 'understudy-judge'))
loadQuickly(new URL('../..', import.meta.url).href)
await import('./judge-on-thread.ts')
