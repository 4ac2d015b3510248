import type { Area } from '../contract/areas.ts'
import type { Operation } from '../contract/operations.ts'
import type { AreaModel, DoorCaller, Effect, EventEffect, TimerEffect } from './areas/area.ts'
import { clusters } from './areas/clusters/index.ts'
import { email } from './areas/email/index.ts'
import { iam } from './areas/iam/index.ts'
import { oncall } from './areas/oncall/index.ts'
import { organization } from './areas/organization/index.ts'
import { registry } from './areas/registry/index.ts'
import { tokens } from './areas/tokens/index.ts'
import { uptime } from './areas/uptime/index.ts'
import { PLATFORM_EVENTS } from './platform/index.ts'
import type { EventName, OperationId } from './request/operation-types.ts'
import { AUTHENTICATION_RULES, GENERAL_RULES } from './rules/general/general-rules.ts'
import type { Refusal, Rule } from './rules/rule.ts'

/** The areas the model simulates, each in the same shape. */
const AREA_MODELS: Readonly<Record<Area, AreaModel>> = {
  tokens,
  iam,
  organization,
  registry,
  email,
  oncall,
  clusters,
  uptime,
}
const MODELS = Object.values(AREA_MODELS)

/** Every rule, in the order of the areas. The catalogue, the docs and the reports are derived from it. */
export const RULES: readonly Rule[] = [
  ...AUTHENTICATION_RULES,
  ...GENERAL_RULES,
  ...MODELS.flatMap((area) => area.rules),
]

const EFFECTS: { readonly [Id in OperationId]?: Effect<Id> } = Object.assign({}, ...MODELS.map((area) => area.effects))
const TIMERS: Readonly<Record<string, TimerEffect>> = Object.assign({}, ...MODELS.map((area) => area.timers))
const DOORS: { readonly [Id in OperationId]?: DoorCaller } = Object.assign({}, ...MODELS.map((area) => area.doors))

const areaRefusals = MODELS.flatMap((area) => area.rules).filter((rule): rule is Refusal => rule.kind === 'refusal')
const refusalsByOperation = new Map<string, readonly Refusal[]>()

/** The refusals an operation can meet, beside the general ones. */
export function rulesFor({ id, area }: Operation): readonly Refusal[] {
  const known = refusalsByOperation.get(id)
  if (known) return known
  const found = areaRefusals.filter(({ on }) =>
    'areas' in on ? on.areas.includes(area) : on.includes(id as OperationId),
  )
  refusalsByOperation.set(id, found)
  return found
}

export const effectOf = (id: string) => EFFECTS[id as OperationId]
const effectsByEvent = new Map<string, readonly unknown[]>()

/** Several areas may have a part in one event; each answers only for its own. */
export function eventsOf<Name extends EventName>(name: Name): readonly EventEffect<Name>[] {
  const known = effectsByEvent.get(name) as readonly EventEffect<Name>[] | undefined
  if (known) return known
  const found = [...MODELS.map(({ events }) => events), PLATFORM_EVENTS].flatMap(
    (events) => (events[name] as EventEffect<Name> | undefined) ?? [],
  )
  effectsByEvent.set(name, found)
  return found
}
export const doorOf = (id: string) => DOORS[id as OperationId]
export const timerOf = (name: string) => TIMERS[name]
export const modelled = (id: string): boolean => id in EFFECTS
