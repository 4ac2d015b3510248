import { useSignal } from '@preact/signals'
import { moveClock } from '../../actions/move-clock.ts'
import { undoAction } from '../../actions/undo.ts'
import { contract, type Described, type Machine } from '../../contract/contract.ts'
import { propertiesOf, type Resource, sentenceCase } from '../../contract/resources.ts'
import { firstBody, type Hints, isRecord, type Known, referenceOf, requiredOf } from '../../contract/schema-values.ts'
import { timerWords } from '../../contract/timer-words.ts'
import { OperationForm } from '../../forms/operation-form.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { attempt, notify } from '../../parts/toast.tsx'
import { lookingBackAt } from '../../session/session.ts'
import { relative } from '../../values/instant.tsx'
import { ruleById } from '../../values/rules.tsx'
import { actor } from '../../world/actors.ts'
import { clock } from '../../world/live.ts'
import { type Rehearsed, rehearse, type Step } from '../../world/rehearse.ts'
import { send } from '../../world/send.ts'
import type { Thing } from '../../world/things.ts'
import { useLoaded } from '../../world/use-loaded.ts'

interface Offer {
  /** Nothing in the body was made up, so a refusal means what it says. */
  readonly sure: boolean
  readonly operation: Described
  readonly fixed: Readonly<Record<string, string>>
  readonly step: Step
}

/** What can be done with a thing: by the API as the chosen actor, from outside, or by letting time pass. */
export function NextSteps({
  resource,
  values,
  known,
  present,
  thing,
}: {
  resource: Resource
  values: readonly string[]
  known: Known
  present: readonly (string | undefined)[]
  thing: Thing
}) {
  const hints = hintsFrom(thing)
  const opened = useSignal<Offer | undefined>(undefined)
  const close = () => {
    opened.value = undefined
  }
  const all = contract.value
  const name = actor.value?.name
  const requests = all ? apiOffers(all.operations, resource, known, name) : []
  const events = all ? eventOffers(all.events, resource, known, hints) : []
  const key = JSON.stringify([resource.entity, values, known, name])
  const answers = useLoaded(key, () => rehearse([...requests, ...events].map(({ step }) => step)))
  const show = (offers: readonly Offer[], from: number) =>
    offers.map((offer, index) => (
      <OfferButton
        key={offer.operation.id}
        offer={offer}
        answer={answers.data?.[from + index]}
        open={() => {
          opened.value = offer
        }}
        lit={isWayOut(resource.machines, present, offer.operation)}
      />
    ))
  return (
    <div class="next-steps">
      {requests.length > 0 && (
        <section>
          <h3>As {actor.value?.label ?? 'nobody'}</h3>
          <ul>{show(requests, 0)}</ul>
        </section>
      )}
      {events.length > 0 && (
        <section>
          <h3>From outside</h3>
          <ul>{show(events, requests.length)}</ul>
        </section>
      )}
      {requests.length + events.length === 0 && (
        <p class="quiet">No operation changes it, and nothing happens to it from outside.</p>
      )}
      <Timers id={known[resource.entity] ?? ''} entity={resource.entity} />
      {opened.value && (
        <Dialog title={opened.value.operation.summary} close={close}>
          <OperationForm
            operation={opened.value.operation}
            fixed={opened.value.fixed}
            known={known}
            hints={hints}
            current={thing}
            done={close}
          />
        </Dialog>
      )}
    </div>
  )
}

/** An incident tells which alert could resolve, though no annotation does. */
function hintsFrom({ alerts }: Thing): Hints {
  const firing = Array.isArray(alerts) ? alerts.filter(isRecord).find(({ status }) => status === 'firing') : undefined
  return firing ? { alert: firing.fingerprint } : {}
}

/** Operations whose path leads to this very thing. */
function apiOffers(
  operations: readonly Described[],
  { entity }: Resource,
  known: Known,
  actorName: string | undefined,
): Offer[] {
  return operations.flatMap((operation) => {
    const path = operation.parameters.filter(({ in: place }) => place === 'path')
    const query = operation.parameters.filter(({ in: place, required }) => place === 'query' && required)
    const needed = [...path, ...query]
    if (operation.method === 'GET' || needed.at(-1)?.names !== entity) return []
    const fixed = Object.fromEntries(needed.map(({ name, names }) => [name, known[names ?? ''] ?? '']))
    const body = operation.body && firstBody(operation.body.schema, known, operation.body.example)
    const step = {
      operation: operation.id,
      parameters: fixed,
      ...(body !== undefined && { body }),
      ...(actorName !== undefined && { actor: actorName }),
    }
    return [{ operation, fixed, step, sure: isSure(operation, known, {}) }]
  })
}

/** Outside events that name a thing of this kind, and those that its machines know and that can be told from here. */
function eventOffers(
  events: readonly Described[],
  { entity, machines }: Resource,
  known: Known,
  hints: Hints,
): Offer[] {
  return events.flatMap((operation) => {
    const references = Object.values(propertiesOf(operation.body?.schema ?? {})).map(referenceOf)
    const moved = machines.some(({ rows }) => rows.some(({ on }) => on === `event/${operation.id}`))
    if (
      !references.includes(entity) &&
      !(moved && references.some((one) => one !== undefined && known[one] !== undefined))
    )
      return []
    const body = operation.body && firstBody(operation.body.schema, known, operation.body.example, hints)
    return [{ operation, fixed: {}, step: { event: operation.id, body }, sure: isSure(operation, known, hints) }]
  })
}

function isWayOut(machines: readonly Machine[], present: readonly (string | undefined)[], { id }: Described): boolean {
  return machines.some(({ rows }, index) =>
    rows.some(({ from, to, on }) => on.endsWith(id) && from.includes(present[index] ?? '') && to !== present[index]),
  )
}

function isSure({ body }: Described, known: Known, hints: Hints): boolean {
  const properties = propertiesOf(body?.schema ?? {})
  return requiredOf(body?.schema ?? {}).every(
    (name) => name in hints || (referenceOf(properties[name] ?? {}) ?? '') in known,
  )
}

function OfferButton({
  offer,
  answer,
  open,
  lit,
}: {
  offer: Offer
  answer: Rehearsed | undefined
  open: () => void
  lit: boolean
}) {
  const { operation, fixed } = offer
  const refused =
    answer !== undefined && answer.status >= 400 && offer.sure && !(operation.body && answer.status === 400)
  const [rule = ''] = answer?.rules ?? []
  const run = () => {
    if (operation.body || refused) return open()
    return attempt(async () => {
      const sent = await send({ operation, parameters: fixed, body: undefined })
      if (sent.status >= 400) throw new Error(`${operation.summary}: ${JSON.stringify(sent.body)}`)
      notify(`${operation.summary}: done`, undoAction(sent.entry))
    })
  }
  return (
    <li class={refused ? 'refused' : ''}>
      <button
        type="button"
        class={`button${lit && !refused ? ' lit' : ''}${operation.does === 'delete' ? ' danger' : ''}`}
        disabled={lookingBackAt.value !== undefined}
        onClick={run}
        aria-describedby={refused ? `why-${operation.id}` : undefined}
      >
        {sentenceCase(operation.id)}
        {operation.body && '…'}
      </button>
      {refused && (
        <p class="refusal" id={`why-${operation.id}`}>
          <strong>{answer?.status}</strong> {answer?.error}
          {rule !== '' && <span class="quiet"> {ruleById.value.get(rule)?.says ?? rule}</span>}
        </p>
      )}
    </li>
  )
}

/** What the clock will do to it. */
function Timers({ id, entity }: { id: string; entity: string }) {
  const due = (clock.value?.due ?? []).filter((one) => one.id === id && one.entity === entity)
  if (due.length === 0) return null
  return (
    <section>
      <h3>By the clock</h3>
      <ul>
        {due.slice(0, 4).map(({ at, timer }) => (
          <li key={`${timer} ${at}`}>
            <button
              type="button"
              class="button"
              disabled={lookingBackAt.value !== undefined}
              onClick={() => moveClock({ to: at })}
            >
              {timerWords(timer)} <span class="quiet">{relative(at)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
