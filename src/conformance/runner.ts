import type { Contract } from '../contract/contract.ts'
import { modelled } from '../model/model.ts'
import type { Client } from '../target/client.ts'
import type { Driver } from '../target/driver.ts'
import { baseWorld, withRoles, withSingletons } from './base-world.ts'
import { makeBudget } from './budget.ts'
import { cleanUp, putBack } from './clean-up.ts'
import { type Coverage, newCoverage } from './coverage.ts'
import type { Cast } from './draw/next-step.ts'
import { plans } from './draw/plans.ts'
import { drawOnTheme } from './draw/random.ts'
import { makeSampler } from './draw/sampler.ts'
import { SWITCHES } from './draw/switches.ts'
import { themes } from './draw/themes.ts'
import { drawWalk } from './draw/walk.ts'
import { type Finding, keyOf } from './finding.ts'
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
  readonly learning?: boolean
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
  /** A failure was seen for the first time; its reduction follows. */
  | { readonly kind: 'found'; readonly finding: Finding; readonly requests: number }
  | { readonly kind: 'failure'; readonly shrunk: Shrunk }

export interface RunResult {
  readonly requests: number
  readonly sequences: number
  readonly failures: readonly Shrunk[]
  readonly coverage: Coverage
  /** Operations left out for want of a budget. */
  readonly unaffordable: readonly string[]
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
    budget: makeBudget(contract),
    base: await baseWorld(contract, client, Date.now()),
    learned: new Map(),
    requests: 0,
    learning: options.learning ?? false,
    aheadMs: 0,
    switched: new Set(),
  }
  const cast = castOf(contract)
  const operations = [...contract.operations.values()].filter(
    ({ id, area }) => modelled(id) && options.areas.includes(area) && !contract.profile.leaveOut.includes(id),
  )
  const personal = [cast.main, cast.colleague].filter((actor) => actor !== undefined)
  const reread = async () => {
    for (const actor of personal) session.base = await withSingletons(contract, client, session.base, actor)
  }
  await reread()
  session.base = await withRoles(contract, client, session.base, cast.main)
  const sampler = makeSampler(seed)
  const failures = new Map<string, Shrunk>()
  const started = Date.now()
  const atStart = session.base
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

  /** What there is one of goes back to what it was, as far as it can be read back; then it is read again. */
  async function restoreSingletons(): Promise<void> {
    for (const actor of personal) await putBack(session, atStart, actor)
    await reread()
  }

  /** Leaves the target, and what is known of it, as the next sequence expects them. */
  async function tidy({ shadow, steps }: Sequence): Promise<void> {
    await cleanUp(session, shadow, cast.main)
    for (const event of session.switched)
      for (const { on } of SWITCHES.filter((one) => one.event === event)) await driver.cause(event, on)
    session.switched.clear()
    if (session.aheadMs > 0 && driver.can('setClock')) {
      await driver.cause('setClock', { mode: 'real' })
      session.aheadMs = 0
    }
    if (steps.some(touchesSingleton)) await restoreSingletons()
  }

  async function keep(sequence: Sequence): Promise<void> {
    const { finding } = sequence
    if (!finding || failures.has(keyOf(finding))) return
    listen({ kind: 'found', finding, requests: session.requests })
    const shrunk = await shrink(session, sequence, finding, salt, tidy)
    failures.set(keyOf(finding), shrunk)
    listen({ kind: 'failure', shrunk })
  }

  listen({ kind: 'started', operations: operations.length })
  for (const [index, wishes] of plans(session, operations).entries())
    if (!over()) await perform('walk', drawWalk(session, wishes, (seed + index) | 0, cast))
  const all = themes(operations)
  for (let run = 0; run < options.runs && !over(); run++) {
    const theme = sampler.weighted(all.map((value) => ({ value, weight: value.operations.length })))
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
    unaffordable: [...session.budget.refused],
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
  const colleague = actors.find(
    ([, { headers, organization, user }]) =>
      Object.keys(headers).length > 0 && organization === main?.[1].organization && user !== main?.[1].user,
  )
  const nobody = actors.find(([, { headers }]) => Object.keys(headers).length === 0)
  return { main: main?.[0] ?? '', outsider: outsider?.[0], colleague: colleague?.[0], nobody: nobody?.[0] }
}

const SINGLETONS = new Set(['savePagingSettings', 'setProviderCredential', 'clearProviderCredential'])
const touchesSingleton = (step: Step): boolean => step.kind === 'request' && SINGLETONS.has(step.operation)

async function alive({ client }: Session): Promise<boolean> {
  const exchange = await client.send({ method: 'GET', path: '/api/v1/uptime/ping', headers: {}, body: undefined })
  return exchange.answered
}
