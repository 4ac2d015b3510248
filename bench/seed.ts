/** Time to grow a seed in a fresh process. Limit for acme: 200 ms. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { asTheCommand } from './as-the-command.ts'

const from = (path: string) => JSON.stringify(join(import.meta.dirname, '..', path))

const LOADING = `
  const { loadContract } = await import(${from('src/contract/contract.ts')})
  const { default: source } = await import(${from('src/contract/generated/spec.js')})
  const { plant } = await import(${from('src/model/seeds/kit/plant.ts')})
  const { seedNamed } = await import(${from('src/model/seeds/seeds.ts')})`

const program = (name: string) =>
  asTheCommand(
    LOADING,
    `
  const { gaps } = loadContract(source)
  const seed = seedNamed(${JSON.stringify(name)})
  const planted = performance.now()
  const before = process.cpuUsage()
  const world = plant(seed, Object.values(seed.actors), Date.parse('2026-03-05T09:00:00Z'), gaps)
  const ms = performance.now() - planted
  const { user, system } = process.cpuUsage(before)
  const rows = Object.values(world.tables).reduce((sum, { rows }) => sum + rows.size, 0)
  console.log(JSON.stringify({ ms, cpu: (user + system) / 1000, rows }))`,
  )

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

for (const [name, times] of Object.entries({ acme: 9, empty: 3, small: 3, 'random:7:1000': 3, 'random:7:10000': 1 })) {
  const rounds = Array.from({ length: times }, () =>
    JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program(name)], { encoding: 'utf8' })),
  )
  const all = rounds.map(({ ms }) => ms)
  const [least, most] = [Math.min(...all).toFixed(0), Math.max(...all).toFixed(0)]
  const cpu = Math.min(...rounds.map((round) => round.cpu)).toFixed(0)
  console.log(
    `${name.padEnd(14)} ${rounds[0].rows} rows, ${median(all).toFixed(0)} ms (${least} to ${most}), at best ${cpu} ms of processor time`,
  )
}
