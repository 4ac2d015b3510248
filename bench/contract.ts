/** Time to load the whole contract in a fresh process. Limit: 150 ms. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { asTheCommand } from './as-the-command.ts'

const program = asTheCommand(
  `
  const { loadContract } = await import('${join(import.meta.dirname, '../src/contract/contract.ts')}')
  const { default: source } = await import('${join(import.meta.dirname, '../src/contract/generated/spec.js')}')
`,
  `
  loadContract(source)
  console.log(JSON.stringify({ load: performance.now() - loaded, all: performance.now() - start }))`,
)

const rounds = Array.from({ length: 9 }, () =>
  JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })),
)
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const all = rounds.map((round) => round.all)
console.log(
  `loading the contract: ${median(all).toFixed(0)} ms from nothing (${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)}), of it ${median(rounds.map((round) => round.load)).toFixed(0)} ms after the imports`,
)
