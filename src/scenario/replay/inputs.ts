import type { Json } from '../../contract/json.ts'
import { pointerParts } from '../../contract/schema/schema-errors.ts'
import type { ArazzoParameter } from '../arazzo.ts'
import { at } from '../criteria/expression.ts'
import { instantOf, RELATIVE_TIME } from '../relative-time.ts'
import type { Scenario } from '../scenario.ts'
import type { ReplayTarget } from './replay-target.ts'

/** Values of a scenario's inputs on a target, or what is missing there. */
export function resolveInputs(
  scenario: Scenario,
  target: ReplayTarget,
): { readonly values: Readonly<Record<string, Json>> } | { readonly missing: string } {
  const actors = actorsOf(scenario)
  const values: Record<string, Json> = {}
  for (const [name, schema] of Object.entries(scenario.inputs)) {
    const value = actors.has(name)
      ? credentialOf(target, name)
      : (supplied(scenario, target, name) ?? (mayDefault(scenario, target, name) ? schema.default : undefined))
    if (value === undefined) return { missing: missing(scenario, name, actors.has(name)) }
    values[name] = value
  }
  return { values }
}

/** Times that a scenario keeps as their distance from now. */
export function relativeTimes({ notes }: Scenario, nowMs: number): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(notes.inputs ?? {}).flatMap(([name, from]) => {
      const instant = instantOf(from, nowMs)
      return instant === undefined ? [] : [[name, instant]]
    }),
  )
}

export const hasRelativeTimes = ({ notes }: Scenario): boolean =>
  Object.values(notes.inputs ?? {}).some((from) => RELATIVE_TIME.test(from))

/** The inputs that are callers, because they are used in a header. */
export function actorsOf({ steps }: Scenario): Set<string> {
  return new Set(steps.flatMap(({ parameters = [] }) => parameters.flatMap((parameter) => actorIn(parameter) ?? [])))
}

/** The caller whose credential a header is made of. */
export function actorIn({ in: place, value }: ArazzoParameter): string | undefined {
  if (place !== 'header' || typeof value !== 'string') return undefined
  return /^(?:\w+ )?\{?\$inputs\.([\w-]+)\}?$/.exec(value)?.[1]
}

/** The credential alone, without the name of a scheme. */
function credentialOf({ actors }: ReplayTarget, name: string): string | undefined {
  const [value] = Object.values(actors[name] ?? {})
  return value?.replace(/^\w+ (?=\S+$)/, '')
}

function supplied({ notes }: Scenario, { contract, kind, salt }: ReplayTarget, name: string): Json | undefined {
  if (name === 'salt') return salt
  const pointer = pointerOf(notes, name)
  if (pointer === undefined || (kind === 'fresh' && contract.profile.name === 'defaults')) return undefined
  return at(contract.profile, pointerParts(pointer)) as Json | undefined
}

/** True if an input may take its default. Values that cannot be invented must come from a target's profile. */
const mayDefault = ({ notes }: Scenario, { kind }: ReplayTarget, name: string): boolean =>
  kind === 'fresh' || pointerOf(notes, name) === undefined

function pointerOf({ inputs }: Scenario['notes'], name: string): string | undefined {
  const from = inputs?.[name]
  return from !== undefined && RELATIVE_TIME.test(from) ? undefined : from
}

function missing({ notes }: Scenario, name: string, isActor: boolean): string {
  if (isActor) return `the profile has no actor ${name}`
  const pointer = notes.inputs?.[name]
  return pointer === undefined
    ? `nothing supplies the input ${name}`
    : `the profile has no ${pointerParts(pointer).join('.')}`
}
