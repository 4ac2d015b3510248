/**
 * Does what somebody does who has just heard of the project: a fresh clone, then README.md from top to bottom, every
 * command as it stands there, and compares what is printed. Says how long it takes from the clone to the first answer. `--quick` leaves `npm test` out; `--as-it-is` takes the
 * files as they are, not as they were committed.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Example, examplesIn, patternOf, textOf } from './docs/pages.ts'
import { openShell } from './docs/shell.ts'

const ROOT = join(import.meta.dirname, '..')
const QUICK = process.argv.includes('--quick')
const AS_IT_IS = process.argv.includes('--as-it-is')

/** As in a new terminal: nothing of this project's own is on the path. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^NODE/i.test(name))),
  PATH: (process.env.PATH ?? '')
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':'),
  NO_COLOR: '1',
}

function clone(into: string): void {
  if (!AS_IT_IS) execFileSync('git', ['clone', '--quiet', ROOT, into], { stdio: 'inherit' })
  else for (const file of tracked()) cpSync(join(ROOT, file), join(into, file), { recursive: true })
}

const tracked = (): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)))

/** The commands of a page, in `sh` and `console` blocks; in the former nothing is said about what is printed. */
function commandsOf(text: string): Example[] {
  return [...text.matchAll(/^```(sh|console)\n([\s\S]*?)^```/gm)].flatMap(([, language, block = '']) =>
    language === 'console'
      ? examplesIn(block)
      : block
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => ({ command: line.replace(/\s+#.*$/, ''), output: '...' })),
  )
}

/** Starts a server that stays in front, waits until it has answered a request, and stops it as Ctrl-C would. */
async function untilItAnswers(command: string, cwd: string): Promise<void> {
  const child = spawn('bash', ['-c', command], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
      const [, address] = /listens on (\S+)/.exec(printed) ?? []
      if (address !== undefined) resolve(address)
    })
    child.on('close', () => reject(new Error(`${command} ended by itself`)))
  })
  const { status } = await fetch(`${url}/api/v1/oncall/incidents`, { headers: { Authorization: 'Bearer owner' } })
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
  if (status !== 200) throw new Error(`the first answer is ${status}`)
}

/** Does something and says how many seconds it took. */
async function timed(what: () => unknown): Promise<number> {
  const begun = performance.now()
  await what()
  return (performance.now() - begun) / 1000
}

/** Runs a command that must succeed. */
function inFull(command: string, cwd: string): void {
  execFileSync('bash', ['-c', command], { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
}

const home = mkdtempSync(join(tmpdir(), 'understudy-newcomer-'))
const cwd = join(home, 'understudy')
console.log(`a clone in ${cwd}`)
const cloneSeconds = await timed(() => clone(cwd))
const shell = openShell(cwd, env)
try {
  for (const { command, output } of commandsOf(textOf(cwd, 'README.md'))) {
    console.log(`$ ${command}`)
    if (command.endsWith('npm start')) {
      const seconds = cloneSeconds + (await timed(() => untilItAnswers(command, cwd)))
      console.log(
        `from clone to the first answer: ${seconds.toFixed(0)} s, ${cloneSeconds.toFixed(0)} of them for the clone`,
      )
    } else if (command.endsWith('npm test')) QUICK ? console.log('left out') : inFull(command, cwd)
    else {
      const printed = await shell.type(command)
      if (!patternOf(output).test(printed)) throw new Error(`it printed\n${printed}\nand the page says\n${output}`)
    }
  }
  console.log('\nThe README is true.')
} catch (error) {
  console.error(`\nNot as the README says: ${(error as Error).message}`)
  process.exitCode = 1
} finally {
  shell.close()
  rmSync(dirname(cwd), { recursive: true, force: true })
}
