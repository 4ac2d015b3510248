import type { Contract } from '../contract/contract.ts'
import { modelled } from '../model/model.ts'
import type { Client } from '../target/client.ts'
import type { Driver } from '../target/driver.ts'
import { baseWorld, withSingletons } from './base-world.ts'
import { cleanUp } from './clean-up.ts'
import { type Coverage, newCoverage } from './coverage.ts'
import { drawOnTheme, drawWalk } from './draw/drawer.ts'
import type { Cast } from './draw/next-step.ts'
import { makeSampler } from './draw/sampler.ts'
import { themes } from './draw/themes.ts'
import { keyOf } from './finding.ts'
import { type Drawer, runDrawn, type Sequence } from './sequence.ts'
import type { Session } from './session.ts'
import { type Shrunk, shrink } from './shrink.ts'
import type { Step } from './step.ts'

export interface RunOptions {
  readonly contract: Contract
  readonly client: Client
  readonly driver: Driver
  readonly url: string
  readonly seed: number
  /** Random sequences after the walk over every operation. */
  readonly runs: number
  readonly maxSteps: number
  readonly areas: readonly string[]
  /** No new sequence starts after this many requests. */
  readonly maxRequests?: number
  readonly timeLimitMs?: number
  readonly bail?: boolean
  readonly listen?: (event: RunEvent) => void
}

/** What a run announces; reports are made of these. */
export type RunEvent =
  | { readonly kind: 'started'; readonly operations: number }
  | {
      readonly kind: 'sequence'
      readonly phase: 'walk' | 'random'
      readonly requests: number
      readonly failures: number
    }
  | { readonly kind: 'failure'; readonly shrunk: Shrunk }

export interface RunResult {
  readonly requests: number
  readonly sequences: number
  readonly failures: readonly Shrunk[]
  readonly coverage: Coverage
  readonly learned: Session['learned']
  /** Set when the target stopped answering. */
  readonly unreachable: string | undefined
}

/** Judges a target: a walk over every operation, then random sequences on themes. */
export async function runJudge(options: RunOptions): Promise<RunResult> {
  const { contract, client, driver, url, seed, listen = () => {} } = options
  const session: Session = {
    contract,
    client,
    driver,
    url,
    coverage: newCoverage(),
    base: await baseWorld(contract, client, Date.now()),
    learned: new Map(),
    requests: 0,
  }
  const cast = castOf(contract)
  const operations = [...contract.operations.values()].filter(
    ({ id, area }) => modelled(id) && options.areas.includes(area) && !contract.profile.leaveOut.includes(id),
  )
  session.base = await withSingletons(contract, client, session.base, cast.main)
  const sampler = makeSampler(seed)
  const failures = new Map<string, Shrunk>()
  const started = Date.now()
  let sequences = 0
  let unreachable: string | undefined
  const salt = () => `${(seed >>> 0).toString(36)}${(started % 46_656).toString(36)}${(sequences++).toString(36)}`
  const over = () =>
    unreachable !== undefined ||
    (options.bail && failures.size > 0) ||
    (options.maxRequests !== undefined && session.requests >= options.maxRequests) ||
    (options.timeLimitMs !== undefined && Date.now() - started >= options.timeLimitMs)

  async function perform(phase: 'walk' | 'random', drawer: Drawer): Promise<void> {
    const sequence = await runDrawn(session, salt(), drawer)
    await tidy(sequence)
    await keep(sequence)
    if (sequence.lost && !(await alive(session))) unreachable = sequence.lost
    listen({ kind: 'sequence', phase, requests: session.requests, failures: failures.size })
  }

  /** Leaves the target, and what is known of it, as the next sequence expects them. */
  async function tidy({ shadow, steps }: Sequence): Promise<void> {
    await cleanUp(session, shadow, cast.main)
    if (steps.some(touchesSingleton)) session.base = await withSingletons(contract, client, session.base, cast.main)
  }

  async function keep(sequence: Sequence): Promise<void> {
    const { finding } = sequence
    if (!finding || failures.has(keyOf(finding))) return
    const shrunk = await shrink(session, sequence, finding, salt, tidy)
    failures.set(keyOf(finding), shrunk)
    listen({ kind: 'failure', shrunk })
  }

  listen({ kind: 'started', operations: operations.length })
  for (const operation of operations) if (!over()) await perform('walk', drawWalk(session, operation, seed, cast))
  const all = themes(operations)
  for (let run = 0; run < options.runs && !over(); run++) {
    const theme = sampler.pick(all)
    if (theme)
      await perform(
        'random',
        drawOnTheme(session, theme, (seed + Math.imul(run + 1, 0x85ebca6b)) | 0, cast, options.maxSteps),
      )
  }
  return {
    requests: session.requests,
    sequences,
    failures: [...failures.values()],
    coverage: session.coverage,
    learned: session.learned,
    unreachable,
  }
}

/** The first actor with a credential plays the main part; one of another organization is the outsider. */
export function castOf({ profile }: Contract): Cast {
  const actors = Object.entries(profile.actors)
  const main = actors.find(([, { headers }]) => Object.keys(headers).length > 0)
  const outsider = actors.find(
    ([, { headers, organization }]) => Object.keys(headers).length > 0 && organization !== main?.[1].organization,
  )
  const nobody = actors.find(([, { headers }]) => Object.keys(headers).length === 0)
  return { main: main?.[0] ?? '', outsider: outsider?.[0], nobody: nobody?.[0] }
}

const SINGLETONS = new Set(['savePagingSettings', 'setProviderCredential', 'clearProviderCredential'])
const touchesSingleton = (step: Step): boolean => step.kind === 'request' && SINGLETONS.has(step.operation)

async function alive({ client }: Session): Promise<boolean> {
  const exchange = await client.send({ method: 'GET', path: '/api/v1/uptime/ping', headers: {}, body: undefined })
  return exchange.answered
}
