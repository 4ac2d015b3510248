import { moveClock } from '../../actions/move-clock.ts'
import { timerWords } from '../../contract/timer-words.ts'
import { lookingBackAt } from '../../session/session.ts'
import { relative } from '../../values/instant.tsx'
import { actor } from '../../world/actors.ts'
import { clock } from '../../world/live.ts'
import { OfferButton } from './offer-button.tsx'
import { isRefused, type Offer, type Standing } from './offers.ts'

/** Number of actions next to the title. */
const MOST_LEADING = 3

/** The operations that lead out of the present state. */
export const leading = (offers: readonly Offer[]): readonly Offer[] =>
  offers
    .filter((offer) => offer.from === 'api' && offer.leads && offer.operation.does !== 'delete' && !isRefused(offer))
    .slice(0, MOST_LEADING)

/** The rest of what can be done with a thing: by the API as the chosen actor, from outside, or by letting time pass. */
export function NextSteps({
  offers,
  standing,
  openForm,
}: {
  offers: readonly Offer[]
  standing: Standing
  openForm: (operation: string) => void
}) {
  const first = leading(offers)
  const others = offers.filter((offer) => !first.includes(offer))
  const requests = others.filter(({ from }) => from === 'api')
  const events = others.filter(({ from }) => from === 'outside')
  return (
    <div class="next-steps">
      <Group title={`As ${actor.value?.label ?? 'nobody'}`} offers={requests} openForm={openForm} />
      <Group title="Outside events" offers={events} openForm={openForm} />
      {offers.length === 0 && <p class="quiet">No operation or outside event affects it.</p>}
      <Timers id={standing.known[standing.resource.entity] ?? ''} entity={standing.resource.entity} />
    </div>
  )
}

function Group({
  title,
  offers,
  openForm,
}: {
  title: string
  offers: readonly Offer[]
  openForm: (operation: string) => void
}) {
  if (offers.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {offers.map((offer) => (
          <li key={offer.operation.id} class={isRefused(offer) ? 'refused' : ''}>
            <OfferButton offer={offer} openForm={openForm} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The timers that wait for it. */
function Timers({ id, entity }: { id: string; entity: string }) {
  const due = (clock.value?.due ?? []).filter((one) => one.id === id && one.entity === entity)
  if (due.length === 0) return null
  return (
    <section>
      <h3>Timers</h3>
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
