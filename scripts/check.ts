/** Type-check, lint and spec lint side by side: `npm run check`. Prints what each has to say, and fails if one does. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const tool = (name: string) => join(ROOT, 'node_modules', name)

/** The type-checker uses all cores, so its two projects go one after the other. */
const CHECKS: readonly (readonly (readonly string[])[])[] = [
  [
    [tool('typescript-native/bin/tsc'), '-p', '.'],
    [tool('typescript-native/bin/tsc'), '-p', 'stateful-mock/console'],
  ],
  [
    [tool('@biomejs/biome/bin/biome'), 'check', '.'],
    [join(ROOT, 'bin/understudy.js'), 'spec', 'lint'],
  ],
]

const codes = await Promise.all(CHECKS.map(inOrder))
process.exitCode = codes.every((code) => code === 0) ? 0 : 1

/** Stops at the first that fails. */
async function inOrder(checks: readonly (readonly string[])[]): Promise<number> {
  for (const args of checks) {
    const code = await run(args)
    if (code !== 0) return code
  }
  return 0
}

function run(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}
