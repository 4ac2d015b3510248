/** Builds understudy/msw for a browser: one file. */
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const DOOR = join(import.meta.dirname, '../stateful-mock/doors/msw.ts')

export async function builtMsw(): Promise<string> {
  const bundle = await rolldown({ input: DOOR, platform: 'browser', logLevel: 'warn', external: [/^msw($|\/)/] })
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false })
  await bundle.close()
  return output[0].code
}
