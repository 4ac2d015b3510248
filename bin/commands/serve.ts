import { Command, Option } from 'commander'
import { SEEDS } from '../../src/model/seeds/seeds.ts'
import { createMock, type MockOptions, type RunningMock } from '../../stateful-mock/create-mock.ts'
import { parseInstant } from '../../stateful-mock/instant.ts'
import { accessJson, accessLine } from '../access-log.ts'
import { banner, listens } from '../banner.ts'
import { contractWith } from '../contract.ts'
import { examples } from '../examples.ts'
import { print } from '../output.ts'
import { UsageError } from '../usage-error.ts'
import { version } from '../version.ts'

interface Options {
  readonly port: string
  readonly host: string
  readonly profile?: string
  readonly seed: string
  readonly clock: string
  readonly auth: 'on' | 'off'
  readonly quiet?: boolean
  readonly json?: boolean
}

export function serveCommand(): Command {
  const seeds = SEEDS.map(({ name }) => name)
  const command = new Command('serve')
    .description('start the stateful mock of the API')
    .option('--port <number>', 'port to listen on; 0 takes a free one', '4010')
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--profile <file>', 'behave as the implementation that this profile describes')
    .addOption(new Option('--seed <name>', 'the world to start from').choices(seeds).default(SEEDS[0].name))
    .option('--clock <how>', 'real, frozen, or an ISO 8601 instant to run on from', 'real')
    .addOption(
      new Option('--auth <on|off>', 'off: callers without a valid credential count as the first one')
        .choices(['on', 'off'])
        .default('on'),
    )
    .option('--quiet', 'print where it listens and nothing else')
    .option('--json', 'print JSON, one line per event')
    .action(serve)
  return examples(command, [
    'understudy serve',
    'understudy serve --port 0 --clock frozen',
    'understudy serve --profile candidate.yaml --json',
  ])
}

async function serve(options: Options): Promise<void> {
  const mock = await start(mockOptions(options), options)
  if (options.json) print(JSON.stringify({ event: 'listening', url: mock.url, callers: mock.callers }))
  else print(options.quiet ? listens(mock.url) : banner(mock))
  await interrupted()
  await mock.close()
  if (!options.quiet) print(options.json ? JSON.stringify({ event: 'stopped' }) : 'Stopped.')
}

function mockOptions({ port, host, profile, seed, clock, auth, quiet, json }: Options): MockOptions {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535)
    throw new UsageError(`${port} is no port; give a number from 0 to 65535.`)
  if (clock !== 'real' && clock !== 'frozen' && parseInstant(clock) === undefined)
    throw new UsageError(`${clock} is no clock; give real, frozen or an instant such as 2026-03-05T09:00:00Z.`)
  return {
    port: Number(port),
    host,
    profile: contractWith(profile).profile,
    seed,
    clock,
    auth,
    version: version(),
    ...(!quiet && { onExchange: (exchange) => print(json ? accessJson(exchange) : accessLine(exchange)) }),
    onFault: sayFault,
  }
}

async function start(mockOptions: MockOptions, { port, host }: Options): Promise<RunningMock> {
  try {
    return await createMock(mockOptions)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new UsageError(`Port ${port} on ${host} is in use; choose another with --port.`)
    if (code === 'EACCES')
      throw new UsageError(`Port ${port} may not be used by this account; choose another with --port.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new UsageError(`This machine has no address ${host}; choose another with --host.`)
    throw error
  }
}

/** Until Ctrl-C, or until whoever started it asks it to stop. */
function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}

function sayFault(error: unknown): void {
  const { message, stack } = error as Error
  console.error(`Understudy itself failed: ${process.env.UNDERSTUDY_DEBUG ? stack : message}`)
}
