import { Command, InvalidArgumentError } from 'commander'
import { parseAddress } from '../../src/target/opening/address.ts'
import { makeStopping } from '../../src/target/stopping.ts'
import { visible } from '../../src/target/writing/visible.ts'
import { examples } from '../command-line/examples.ts'
import type { ExitCode } from '../command-line/exit-code.ts'
import { untilInterrupted } from '../command-line/interruption.ts'
import { atLeastOne, wholeNumber } from '../command-line/whole-number.ts'
import type { Check } from '../doctor/check.ts'
import { examine } from '../doctor/examine.ts'
import { paint, print, printJson } from '../terminal/output.ts'

interface DoctorOptions {
  readonly profile?: string
  readonly port?: number
  readonly timeLimit: number
  readonly wait?: number
  readonly json?: boolean
}

export function doctorCommand(finish: (code: ExitCode) => void): Command {
  const command = new Command('doctor')
    .description('check that everything is ready for a run, and suggest how to fix problems')
    .argument('[url]', 'base URL of the target')
    .option('--profile <file>', 'profile: how to reach the target and what it chose')
    .option(
      '--port <number>',
      `check that a mock could listen on this port (${USUAL_PORT} when no URL is given)`,
      portFrom,
    )
    .option('--wait <s>', 'wait up to this many seconds for a target that is still starting', wholeNumber)
    .option('--time-limit <s>', 'end after this many seconds, whatever the target does', atLeastOne, MOST_SECONDS)
    .option('--json', 'print JSON')
    .action(async (url: string | undefined, { profile, port, wait = 0, timeLimit, json }: DoctorOptions) => {
      if (url !== undefined) parseAddress(url)
      const wanted = port ?? (url === undefined ? USUAL_PORT : undefined)
      const examined = {
        ...(url !== undefined && { url }),
        ...(profile !== undefined && { profile }),
        ...(wanted !== undefined && { port: wanted }),
        waitMs: wait * 1000,
      }
      const checks: Check[] = []
      await untilInterrupted(async (signal) => {
        const stopping = makeStopping({ signal, afterMs: (wait + timeLimit) * 1000 })
        for await (const check of examine(examined, stopping)) {
          checks.push(check)
          if (!json) print(line(check))
        }
      }, 'Stopping.')
      if (json) printJson(checks)
      else print(`\n${verdict(checks)}`)
      finish(count(checks, 'problem') > 0 ? 1 : 0)
    })
  return examples(command, [
    'understudy doctor',
    'understudy doctor --profile profile.yaml',
    'understudy doctor http://127.0.0.1:8080 --profile profile.yaml',
    'understudy doctor http://127.0.0.1:8080 --profile profile.yaml --wait 60',
  ])
}

const USUAL_PORT = 4010
const MOST_SECONDS = 60
const STYLES = { ok: 'green', note: 'yellow', problem: 'red' } as const
const count = (checks: readonly Check[], mark: Check['mark']): number =>
  checks.filter((check) => check.mark === mark).length

function line({ mark, about, says, next }: Check): string {
  const first = `${paint(STYLES[mark], mark.padEnd(7))}  ${about.padEnd(10)}  ${visible(says)}`
  return next === undefined ? first : `${first}\n${' '.repeat(21)}${paint('dim', `-> ${next}`)}`
}

function verdict(checks: readonly Check[]): string {
  const [problems, notes] = [count(checks, 'problem'), count(checks, 'note')]
  const noted = notes > 0 ? `, ${notes} ${notes === 1 ? 'thing' : 'things'} to note` : ''
  if (problems > 0) return `${paint('red', `${problems} ${problems === 1 ? 'problem' : 'problems'}`)}${noted}`
  return `${paint('green', 'all good')}${noted}`
}

function portFrom(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535 || Number(text) === 0)
    throw new InvalidArgumentError('It must be a number from 1 to 65535.')
  return Number(text)
}
