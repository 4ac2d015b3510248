/**
 * How long `understudy serve` takes from nothing to its first answer, with the usual world: from a clone, and from the
 * package as it is packed, interleaved, beside a bare node:http server: on a machine that is busy only the multiples of
 * its time say something. `node bench/first-answer.ts [rounds]`
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { firstAnswer, firstBareAnswer } from './processes.ts'
import { median, shown } from './rounds.ts'

const ROOT = join(import.meta.dirname, '..')
const BARS = { clone: 400, packed: 300 }
const [rounds = '9'] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'understudy-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** The package as npm would lay it out, with its dependencies beside it. */
function installed(): string {
  const home = join(folder, 'node_modules/understudy-api')
  mkdirSync(home, { recursive: true })
  const out = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: ROOT, encoding: 'utf8' })
  const [{ filename }] = JSON.parse(out.slice(out.indexOf('[\n'))) as [{ filename: string }]
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', home, '--strip-components=1'])
  const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { dependencies: object }
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
  return home
}

const home = installed()
const starts = { bare: firstBareAnswer, clone: () => firstAnswer(), packed: () => firstAnswer(home) }
const NAMES = ['bare', 'clone', 'packed'] as const
const times: Record<keyof typeof starts, number[]> = { bare: [], clone: [], packed: [] }
// The first rounds fill the cache of compiled code.
for (let round = -2; round < Number(rounds); round++)
  for (const name of NAMES) {
    const ms = await starts[name]()
    if (round >= 0) times[name].push(ms)
  }
console.log(`bare: first answer after ${shown(times.bare, 0, ' ms')}`)
for (const name of ['clone', 'packed'] as const) {
  const multiples = times[name].map((ms, round) => ms / (times.bare[round] ?? Number.NaN))
  console.log(
    `${name}: first answer after ${shown(times[name], 0, ' ms')}, bar ${BARS[name]} ms: ${median(times[name]) <= BARS[name] ? 'met' : 'missed'}; ${shown(multiples, 1)} times the bare server's`,
  )
}
process.exit()
