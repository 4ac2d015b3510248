import { memo } from '../contract/memo.ts'
import type { Operation } from '../contract/operations.ts'
import type { AreaModel, DoorCaller, Effect, EventEffect, TimerEffect } from './areas/area.ts'
import { AREA_MODELS } from './mounted-areas.ts'
import { PLATFORM_EVENTS } from './platform/index.ts'
import type { EventName, OperationId } from './request/operation-types.ts'
import { AUTHENTICATION_RULES, GENERAL_RULES } from './rules/general/general-rules.ts'
import { isAbout, type Refusal, type Rule } from './rules/rule.ts'

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

/** The refusals an operation can meet, beside the general ones. */
export const rulesFor = memo((operation: Operation): readonly Refusal[] => {
  const { own = [], others = [] } = Object.groupBy(
    areaRefusals.filter((rule) => isAbout(rule, operation)),
    ({ id }) => (id.startsWith(`${operation.area}.`) ? 'own' : 'others'),
  )
  // What an area says of its own operations is more exact than what the scope of a token forbids anywhere.
  return [...own, ...others]
})

export const effectOf = (id: string) => EFFECTS[id as OperationId]

const EVENTS: readonly AreaModel['events'][] = [...MODELS.map(({ events }) => events), PLATFORM_EVENTS]
const effectsOf = memo((name: EventName) => EVENTS.flatMap((events) => events[name] ?? []))

/** Several areas may have a part in one event; each answers only for its own. */
export const eventsOf = <Name extends EventName>(name: Name) => effectsOf(name) as readonly EventEffect<Name>[]

export const doorOf = (id: string) => DOORS[id as OperationId]
export const timerOf = (name: string) => (Object.hasOwn(TIMERS, name) ? TIMERS[name] : undefined)
export const modelled = (id: string): boolean => id in EFFECTS
