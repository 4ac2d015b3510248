import { Command, Option } from 'commander'
import { SEEDS, SEEDS_ON_OFFER } from '../../src/model/seeds/seeds.ts'
import { createMock, type MockOptions, type RunningMock } from '../../stateful-mock/create-mock.ts'
import type { Exchange } from '../../stateful-mock/exchange.ts'
import { parseInstant } from '../../stateful-mock/instant.ts'
import { accessJson, accessLine } from '../access-log.ts'
import { banner, listens } from '../banner.ts'
import { contractWith, readOrExplain } from '../contract.ts'
import { examples } from '../examples.ts'
import { type Into, intoScenario, playInto } from '../into-scenario.ts'
import { print } from '../output.ts'
import { seedFrom } from '../seed-from.ts'
import { keepHeapSmall } from '../small-heap.ts'
import { serveStateless } from '../stateless.ts'
import { UsageError } from '../usage-error.ts'
import { version } from '../version.ts'

interface Options {
  readonly port: string
  readonly host: string
  readonly profile?: string
  readonly seed: string
  readonly scenario?: string
  readonly clock: string
  readonly auth: 'on' | 'off'
  readonly latency: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly stateless?: boolean
  readonly quiet?: boolean
  readonly json?: boolean
}

export function serveCommand(): Command {
  const seeds = SEEDS_ON_OFFER.map(({ name }) => name)
  const command = new Command('serve')
    .description('start the stateful mock of the API')
    .option('--port <number>', 'port to listen on; 0 takes a free one', '4010')
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--profile <file>', 'behave as the implementation that this profile describes')
    .option('--seed <name>', `the world to start from: ${seeds.join(', ')}, or a saved one (FILE.json)`, SEEDS[0].name)
    .option('--scenario <name>', 'start inside a scenario: its world, its clock, its steps played')
    .option('--clock <how>', 'real, frozen, or an ISO 8601 instant to run on from', 'real')
    .addOption(
      new Option('--auth <on|off>', 'off: callers without a valid credential count as the owner')
        .choices(['on', 'off'])
        .default('on'),
    )
    .option('--latency <ms>', 'hold every answer back for so many milliseconds', '0')
    .option('--tls-cert <file>', 'serve HTTPS with this certificate (PEM)')
    .option('--tls-key <file>', 'and this key (PEM)')
    .option('--stateless', 'example answers without state, by Prism')
    .option('--quiet', 'print where it listens and nothing else')
    .option('--json', 'print JSON, one line per event')
    .action(serve)
  return examples(command, [
    'understudy serve',
    'understudy serve --port 0 --clock frozen',
    'understudy serve --seed random:7:1000',
    'understudy serve --scenario resolved-stays-resolved',
    'understudy serve --profile candidate.yaml --json',
    'understudy serve --auth off --latency 300',
  ])
}

async function serve(options: Options): Promise<void> {
  if (options.stateless) {
    const { host, profile, quiet = false } = options
    return serveStateless({ port: portFrom(options.port), host, profile, quiet })
  }
  keepHeapSmall()
  const into = options.scenario === undefined ? undefined : intoScenario(options.scenario)
  const mock = await start(mockOptions(options, into), options)
  if (into) await playInto(into.scenario, mock)
  if (options.json) print(JSON.stringify({ event: 'listening', url: mock.url, callers: mock.callers }))
  else print(options.quiet ? listens(mock.url) : banner(mock))
  await interrupted()
  await mock.close()
  if (!options.quiet) print(options.json ? JSON.stringify({ event: 'stopped' }) : 'Stopped.')
}

function portFrom(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535)
    throw new UsageError(`${text} is no port; give a number from 0 to 65535.`)
  return Number(text)
}

function latencyFrom(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`${text} is no latency; give a number of milliseconds.`)
  return Number(text)
}

function tlsFrom({ tlsCert, tlsKey }: Options): Pick<MockOptions, 'tls'> {
  if (tlsCert === undefined && tlsKey === undefined) return {}
  if (tlsCert === undefined || tlsKey === undefined)
    throw new UsageError('HTTPS takes both: --tls-cert FILE and --tls-key FILE.')
  return { tls: { cert: readOrExplain(tlsCert), key: readOrExplain(tlsKey) } }
}

function mockOptions(options: Options, into?: Into): MockOptions {
  const { port, host, profile, seed, clock, auth, latency, quiet, json } = options
  if (clock !== 'real' && clock !== 'frozen' && parseInstant(clock) === undefined)
    throw new UsageError(`${clock} is no clock; give real, frozen or an instant such as 2026-03-05T09:00:00Z.`)
  const contract = contractWith(profile)
  const { seed: world, gaps } = seedFrom(seed, contract.gaps)
  const given = {
    port: portFrom(port),
    host,
    profile: { ...contract.profile, gaps: { ...gaps, ...contract.profile.gaps } },
    seed: world,
    clock,
    auth,
    latencyMs: latencyFrom(latency),
    ...tlsFrom(options),
    version: version(),
    ...(!quiet && { onExchange: (exchange: Exchange) => print(json ? accessJson(exchange) : accessLine(exchange)) }),
    onFault: sayFault,
  }
  return into ? into.options(given) : given
}

async function start(mockOptions: MockOptions, { port, host, tlsCert, tlsKey }: Options): Promise<RunningMock> {
  try {
    return await createMock(mockOptions)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code?.startsWith('ERR_OSSL') || code?.startsWith('ERR_SSL'))
      throw new UsageError(`${tlsCert} and ${tlsKey} are no certificate and its key in PEM form: ${message}.`)
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
