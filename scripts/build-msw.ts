/** Builds understudy/msw for a browser: one file, in which nothing of Node is left. */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

const DOORS = join(import.meta.dirname, '../stateful-mock/doors')
const STAND_INS = join(DOORS, 'browser')

/** What stands in for a module of Node, by its name. */
const standIns = new Map(readdirSync(STAND_INS).map((name) => [basename(name, '.ts'), join(STAND_INS, name)]))

/** Modules that get what they have from Node otherwise than by importing it. */
const OTHERWISE: readonly (readonly [RegExp, string])[] = [
  [/\/node-http\.ts$/, 'http'],
  [/\/data-file\/data-file\.ts$/, 'disk'],
  [/\/on-demand\.ts$/, 'on-demand'],
  [/^undici$/, 'undici'],
]

const withoutNode: Plugin = {
  name: 'without-node',
  resolveId(id) {
    const name = id.startsWith('node:') ? id.slice(5) : OTHERWISE.find(([pattern]) => pattern.test(id))?.[1]
    if (name === undefined) return null
    const standIn = standIns.get(name)
    if (standIn === undefined)
      throw new Error(`nothing stands in for ${id} in a browser: write ${join(STAND_INS, name)}.ts`)
    return standIn
  },
}

/** What is there in Node without an import. */
const inject = {
  Buffer: ['node:buffer', 'Buffer'],
  setTimeout: ['node:timers', 'setTimeout'],
  clearTimeout: ['node:timers', 'clearTimeout'],
} satisfies Record<string, [string, string]>

export async function builtMsw(): Promise<string> {
  const bundle = await rolldown({
    input: join(DOORS, 'msw.ts'),
    platform: 'browser',
    logLevel: 'warn',
    external: [/^msw($|\/)/],
    plugins: [withoutNode],
    transform: { inject },
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false })
  await bundle.close()
  return output[0].code
}
