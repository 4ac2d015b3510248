import { existsSync, statSync } from 'node:fs'
import { Command, Option } from 'commander'
import { makeGaps } from '../../src/contract/gaps.ts'
import source from '../../src/contract/generated/spec.js'
import { EMPTY_PROFILE, type Profile } from '../../src/contract/profile.ts'
import { SEEDS, SEEDS_ON_OFFER } from '../../src/model/seeds/seeds.ts'
import { readText } from '../../src/target/opening/read-text.ts'
import { createMock, DataFileError, type MockOptions, type RunningMock } from '../../stateful-mock/create-mock.ts'
import type { Exchange } from '../../stateful-mock/server/exchange-log.ts'
import { parseInstant } from '../../stateful-mock/time/instant.ts'
import { cannotListen } from '../command-line/cannot-listen.ts'
import { examples } from '../command-line/examples.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { version } from '../command-line/version.ts'
import { LIBRARY } from '../files/library.ts'
import { accessJson, accessLine } from '../serve/access-log.ts'
import { banner, listens } from '../serve/banner.ts'
import { exposure } from '../serve/exposure.ts'
import type { Into } from '../serve/into-scenario.ts'
import { seedFrom } from '../serve/seed-from.ts'
import { keepHeapSmall } from '../serve/small-heap.ts'
import { goOnWithoutReader, print } from '../terminal/output.ts'
import { redactStreams } from '../terminal/redact-streams.ts'

interface Options {
  readonly port: string
  readonly host: string
  readonly allowHost?: readonly string[]
  readonly profile?: string
  readonly seed: string
  readonly scenario?: string
  readonly scenarios?: string
  readonly data?: string
  readonly sandboxes: string
  readonly sandboxIdle: string
  readonly requestLog: string
  readonly history: string
  readonly clock: string
  readonly auth: 'on' | 'off'
  readonly latency: string
  readonly live?: string | true
  readonly allowWebhookHost?: readonly string[]
  readonly tls?: string | true
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
    .option('--port <number>', 'port to listen on; 0 picks a free one', '4010')
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option(
      '--allow-host <host...>',
      'also accept requests for this host name, control requests too, and from pages on it',
    )
    .option('--profile <file>', 'behave like the implementation this profile describes')
    .option('--seed <name>', `the world to start from: ${seeds.join(', ')}, or a saved one (FILE.json)`, SEEDS[0].name)
    .option('--scenario <name>', 'start from a scenario: its data, its clock, its steps already played')
    .option('--data <file>', 'keep all sandboxes in this file across restarts')
    .option('--sandboxes <number>', 'maximum number of sandboxes', '100')
    .option(
      '--sandbox-idle <minutes>',
      'a sandbox unused for this long may be removed to make room for a new one',
      '1440',
    )
    .option('--request-log <megabytes>', 'size of the request log each sandbox keeps', '4')
    .option('--history <megabytes>', 'size of the journal each sandbox keeps, which undo can go back', '8')
    .option('--scenarios <folder>', 'also load scenarios from this folder, and save new ones there')
    .option('--clock <how>', 'real, frozen, or an ISO 8601 instant to start from', 'real')
    .addOption(
      new Option('--auth <on|off>', 'off: requests without a valid credential are treated as from the owner')
        .choices(['on', 'off'])
        .default('on'),
    )
    .option('--latency <ms>', 'delay every response by this many milliseconds', '0')
    .option('--live [seconds]', 'generate activity on its own, one event every few seconds (20 by default)')
    .option('--allow-webhook-host <host...>', 'also send webhooks to this host, not only to this machine')
    .option('--tls [file]', 'serve HTTPS with a generated certificate; its CA certificate is written to this file')
    .option('--tls-cert <file>', 'serve HTTPS with this certificate (PEM)')
    .option('--tls-key <file>', 'private key of that certificate (PEM)')
    .option('--stateless', 'serve static examples without state, using Prism')
    .option('--quiet', 'print only the address')
    .option('--json', 'print JSON, one line per event')
    .action(serve)
  return examples(command, [
    'understudy serve',
    'understudy serve --port 0 --clock frozen',
    'understudy serve --seed random:7:1000',
    'understudy serve --scenario resolved-stays-resolved',
    'understudy serve --data acme.understudy',
    'understudy serve --profile candidate.yaml --json',
    'understudy serve --auth off --latency 300',
    'understudy serve --live 5',
    'understudy serve --tls ca.pem',
  ])
}

async function serve(options: Options, command: Command): Promise<void> {
  if (options.stateless) {
    refuseWithState(command)
    const { host, profile, quiet = false } = options
    const { serveStateless } = await import('../serve/stateless.ts')
    return serveStateless({ port: portFrom(options.port), host, profile, quiet })
  }
  goOnWithoutReader()
  if (options.scenario !== undefined && options.data !== undefined)
    throw new UsageError('--scenario and --data cannot be used together.')
  // Most start without a scenario, and sooner without what plays one.
  const player = options.scenario === undefined ? undefined : await import('../serve/into-scenario.ts')
  const into = player?.intoScenario(options.scenario ?? '')
  const secured = await tlsFrom(options)
  const profile = await profileOf(options)
  if (profile.environment) await redactEnvironment(profile)
  const mock = await start({ ...mockOptions(options, profile, into), ...secured.options }, options)
  if (into) await player?.playInto(into.scenario, mock)
  const { ca } = secured
  if (options.json)
    print(JSON.stringify({ event: 'listening', url: mock.url, ...(ca !== undefined && { ca }), callers: mock.callers }))
  else print(options.quiet ? listens(mock.url) : banner(mock, ca))
  const exposed = exposure(options.host, mock.url)
  if (exposed !== undefined) sayNotice(exposed, options.json)
  keepHeapSmall()
  await interrupted()
  await mock.close()
  secured.remove?.()
  if (!options.quiet) print(options.json ? JSON.stringify({ event: 'stopped' }) : 'Stopped.')
}

/** Values from the environment are not printed, also where callers are listed. */
async function redactEnvironment(profile: Profile): Promise<void> {
  const { environmentSecrets } = await import('../../src/target/writing/profile-secrets.ts')
  const { makeRedactor } = await import('../../src/target/writing/redactor.ts')
  redactStreams(makeRedactor(environmentSecrets(profile)).secrets)
}

/** Refuses options that have no meaning for a stateless mock, instead of ignoring them. */
function refuseWithState(command: Command): void {
  const fitting = new Set(['stateless', 'port', 'host', 'profile', 'quiet'])
  const other = command.options.find((option) => {
    const name = option.attributeName()
    return !fitting.has(name) && command.getOptionValueSource(name) === 'cli'
  })
  if (other) throw new UsageError(`${other.long} cannot be used with --stateless.`)
}

function portFrom(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535)
    throw new UsageError(`${text} is not a valid port; use a number from 0 to 65535.`)
  return Number(text)
}

function latencyFrom(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`${text} is not a valid latency; use a number of milliseconds.`)
  return Number(text)
}

/** At a pace at which a person can follow. */
const USUAL_PACE_SECONDS = 20

function liveFrom(given: Options['live']): Pick<MockOptions, 'live'> {
  if (given === undefined) return {}
  const everySeconds = given === true ? USUAL_PACE_SECONDS : Number(given)
  if (!(everySeconds >= 0.1 && everySeconds <= 86_400))
    throw new UsageError(`${given} is not a valid interval; use a number of seconds from 0.1 to 86400.`)
  return { live: { everySeconds } }
}

function hostFrom(text: string): string {
  if (!URL.canParse(`http://${text}`) || new URL(`http://${text}`).hostname !== text.toLowerCase())
    throw new UsageError(`${text} is not a valid host; use a name or an address without scheme, port or path.`)
  return text
}

function countFrom(text: string, of: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`${text} is not a valid number of ${of}; use 1 to 999999.`)
  return Number(text)
}

function savingTo(folder: string | undefined): { readonly saveTo?: string } {
  if (folder === undefined) return {}
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new UsageError(`${folder} is not a folder; --scenarios needs a folder (it is created if it does not exist).`)
  return { saveTo: folder }
}

interface Secured {
  readonly options: Pick<MockOptions, 'tls'>
  /** File with the certificate of the authority that clients have to trust, if one was made. */
  readonly ca?: string
  readonly remove?: () => void
}

async function tlsFrom({ tls, tlsCert, tlsKey, host, allowHost = [] }: Options): Promise<Secured> {
  if (tls !== undefined) {
    if (tlsCert !== undefined || tlsKey !== undefined)
      throw new UsageError('--tls generates a certificate; leave out --tls-cert and --tls-key.')
    const { generatedTls } = await import('../serve/tls/generated-tls.ts')
    return generatedTls([host, ...allowHost], tls === true ? undefined : tls)
  }
  if (tlsCert === undefined && tlsKey === undefined) return { options: {} }
  if (tlsCert === undefined || tlsKey === undefined)
    throw new UsageError('HTTPS needs both --tls-cert FILE and --tls-key FILE.')
  return { options: { tls: { cert: readText(tlsCert), key: readText(tlsKey) } } }
}

/** Most start without a profile, and sooner without what reads one. */
async function profileOf({ profile }: Options): Promise<Profile> {
  return profile === undefined
    ? EMPTY_PROFILE
    : (await import('../../src/target/opening/given-profile.ts')).profileFrom(profile)
}

function mockOptions(options: Options, profile: Profile, into?: Into): MockOptions {
  const { port, host, seed, clock, auth, latency, quiet, json } = options
  if (clock !== 'real' && clock !== 'frozen' && parseInstant(clock) === undefined)
    throw new UsageError(`${clock} is not a valid clock; use real, frozen or an instant such as 2026-03-05T09:00:00Z.`)
  const { seed: world, gaps } = seedFrom(seed, makeGaps(source.gaps))
  const given = {
    port: portFrom(port),
    host,
    allowedHosts: (options.allowHost ?? []).map(hostFrom),
    profile: { ...profile, gaps: { ...gaps, ...profile.gaps } },
    seed: world,
    clock,
    auth,
    latencyMs: latencyFrom(latency),
    ...liveFrom(options.live),
    allowedWebhookHosts: (options.allowWebhookHost ?? []).map(hostFrom),
    ...(options.data !== undefined && { data: options.data }),
    sandboxes: {
      most: countFrom(options.sandboxes, 'sandboxes'),
      idleMinutes: countFrom(options.sandboxIdle, 'minutes'),
    },
    requestLogMegabytes: countFrom(options.requestLog, 'megabytes'),
    historyMegabytes: countFrom(options.history, 'megabytes'),
    onNotice: (notice: string) => sayNotice(notice, json),
    version: version(),
    scenarios: { folders: [LIBRARY], ...savingTo(options.scenarios) },
    ...(!quiet && { onExchange: (exchange: Exchange) => print(json ? accessJson(exchange) : accessLine(exchange)) }),
    onFault: sayFault,
  }
  return into ? into.options(given) : given
}

async function start(mockOptions: MockOptions, { port, host, tlsCert, tlsKey }: Options): Promise<RunningMock> {
  try {
    return await createMock(mockOptions)
  } catch (error) {
    if (error instanceof DataFileError) throw new UsageError(error.message)
    const { code, message } = error as NodeJS.ErrnoException
    if (code?.startsWith('ERR_OSSL') || code?.startsWith('ERR_SSL'))
      throw new UsageError(`${tlsCert} and ${tlsKey} are not a certificate and its key in PEM form: ${message}.`)
    const why = cannotListen(error, port, host)
    throw why === undefined ? error : new UsageError(why)
  }
}

/** Until Ctrl-C, or until whoever started it asks it to stop. */
function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}

const sayNotice = (notice: string, json: boolean | undefined): void =>
  json ? print(JSON.stringify({ event: 'notice', notice })) : console.error(notice)

function sayFault(error: unknown): void {
  const { message, stack } = error as Error
  console.error(`Internal error in Understudy: ${process.env.UNDERSTUDY_DEBUG ? stack : message}`)
}
