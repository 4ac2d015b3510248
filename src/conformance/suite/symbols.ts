import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import type { World } from '../../model/world/world.ts'
import type { Cast } from '../kit/cast.ts'
import { isoTime } from '../kit/drawing.ts'
import { liveRows } from '../shadow/rows.ts'
import { mapStrings, type Step } from '../step/step.ts'

/** The values behind the words of a suite at one target: its people, vocabulary, earlier things and time. */
export interface Surroundings {
  readonly contract: Contract
  readonly cast: Cast
  readonly base: World
  readonly nowMs: number
}

const SYMBOL = /⟪(now|org|word|there)(?: ([^⟫]*))?⟫/g
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** A step in the words of a target; undefined when the target has no such thing. */
export function inWordsOf(around: Surroundings, step: Step): Step | undefined {
  const actor = around.cast[step.actor as keyof Cast]
  let isMissing = actor === undefined
  const filled = mapSaid(step, (text) =>
    text.replace(SYMBOL, (_, kind: string, rest = '') => {
      const value = meaning(around, kind, rest)
      if (value === undefined) isMissing = true
      return value ?? ''
    }),
  )
  return isMissing || actor === undefined ? undefined : { ...filled, actor }
}

/** A step in a form that does not depend on the target; undefined if an actor has no role in the cast. */
export function inWordsOfAll(around: Surroundings, step: Step): Step | undefined {
  const part = Object.entries(around.cast).find(([, name]) => name === step.actor)?.[0]
  const words = wordsOf(around)
  const { domainSuffix } = around.contract.profile.vocabulary
  const said = mapSaid(step, (text) => {
    if (INSTANT.test(text)) return `⟪now ${Math.round((Date.parse(text) - around.nowMs) / 1000)}⟫`
    const word = words.get(text)
    if (word !== undefined) return word
    return domainSuffix ? text.replaceAll(domainSuffix, '⟪word /domainSuffix⟫') : text
  })
  return part === undefined ? undefined : { ...said, actor: part }
}

/** Replaces the texts of a step but leaves its kind. */
function mapSaid(step: Step, replace: (text: string) => string): Step {
  if (step.kind === 'event') return { ...step, body: mapStrings(step.body, replace) }
  const { parameters, query, body, bearer } = step
  const said = mapStrings({ parameters, query, body, ...(bearer !== undefined && { bearer }) }, replace)
  return { ...step, ...said }
}

function meaning({ contract, cast, base, nowMs }: Surroundings, kind: string, rest: string): string | undefined {
  const { vocabulary, actors } = contract.profile
  const org = actors[cast.main]?.organization ?? ''
  if (kind === 'org') return org
  if (kind === 'now') return isoTime(nowMs + Number(rest) * 1000)
  if (kind === 'word') return textAt(vocabulary, rest.split('/').slice(1))
  const [entity = '', place = ''] = rest.split(' ')
  return thereBefore(base, entity, org)[Number(place)]?.id
}

function textAt(node: unknown, path: readonly string[]): string | undefined {
  const found = path.reduce<unknown>(
    (inside, name) => (isObject(inside) || Array.isArray(inside) ? Object(inside)[name] : undefined),
    node,
  )
  return typeof found === 'string' ? found : undefined
}

const thereBefore = (base: World, entity: string, org: string) =>
  liveRows(base, entity, org).toSorted((a, b) => a.seq - b.seq)

/** Texts that mean something at a target, with the symbols that stand for them. */
function wordsOf({ contract, cast, base }: Surroundings): ReadonlyMap<string, string> {
  const { vocabulary, actors } = contract.profile
  const org = actors[cast.main]?.organization ?? ''
  const there = Object.keys(base.tables).flatMap((entity) =>
    thereBefore(base, entity, org).map(({ id }, place) => [id, `⟪there ${entity} ${place}⟫`] as const),
  )
  return new Map([...there, ...textsIn(vocabulary, ''), [org, '⟪org⟫']])
}

function textsIn(node: unknown, path: string): [string, string][] {
  if (typeof node === 'string') return [[node, `⟪word ${path}⟫`]]
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, inside]) => textsIn(inside, `${path}/${name}`))
}
