/**
 * Whether a mutant changes something that can be seen: the literal tests of its area, or the scenario library, fail on
 * it. Prints a line of JSON. What no test of ours tells apart from the model is not a fault that a judge could be blamed for.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const [folder = '', id = '', area = ''] = process.argv.slice(2)
const ROOT = join(import.meta.dirname, '../..')
const tests = [`test/model/areas/${area}`, 'bench/mutants/library', 'test/stateful-mock/outside']
const run = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'bench/mutants/vitest.config.ts', '--bail', '1', ...tests],
  {
    cwd: ROOT,
    env: { ...process.env, MUTANT_COPY: folder, MUTANT: id, MUTANT_AREA: area },
    encoding: 'utf8',
    timeout: 180_000,
  },
)
const [, failed] = /FAIL\s+(.*)/.exec(run.stdout) ?? []
console.log(JSON.stringify({ visible: run.status !== 0, by: failed?.slice(0, 160) }))
