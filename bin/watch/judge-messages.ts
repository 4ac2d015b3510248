import type { AssumedCaller } from '../../src/conformance/traffic/caller.ts'
import type { TimedExchange } from '../../src/conformance/traffic/timed-exchange.ts'
import type { TrafficEvent } from '../../src/conformance/traffic/traffic-event.ts'
import type { Watched } from '../../src/conformance/traffic/traffic-report.ts'
import type { Profile } from '../../src/contract/profile.ts'
import type { Watch } from './watch.ts'

/** The data that the judge's thread starts with. */
export interface JudgeSetup {
  readonly target: string
  readonly profile: Profile
  readonly assumed: AssumedCaller
}

/** A message from the proxy to the judge. */
export type ToJudge =
  | { readonly kind: 'began'; readonly number: number; readonly atMs: number }
  | { readonly kind: 'took'; readonly number: number; readonly exchange: TimedExchange }
  | { readonly kind: 'lost'; readonly number: number; readonly endedMs: number }
  /** This many exchanges were not handed over. */
  | { readonly kind: 'skipped'; readonly count: number; readonly startedMs: number; readonly endedMs: number }
  | { readonly kind: 'finish'; readonly watched: Pick<Watched, 'url' | 'startedMs' | 'endedMs' | 'understudy'> }

/** A message from the judge. */
export type FromJudge =
  | { readonly kind: 'ready' }
  | { readonly kind: 'found'; readonly event: Extract<TrafficEvent, { kind: 'found' }> }
  /** This many exchanges have been judged since the last such message. */
  | { readonly kind: 'judged'; readonly count: number }
  | { readonly kind: 'ended'; readonly watch: Watch }
