import { undoAction } from '../../actions/undo.ts'
import { sentenceCase } from '../../contract/resources.ts'
import { attempt, notify } from '../../parts/toast.tsx'
import { lookingBackAt } from '../../session/session.ts'
import { ruleById } from '../../values/rules.tsx'
import { send } from '../../world/send.ts'
import { isRefused, type Offer } from './offers.ts'

interface Props {
  readonly offer: Offer
  readonly primary?: boolean
  readonly openForm: (operation: string) => void
}

/** Does at once what needs no body; opens a form for the rest, and for what would be refused, with the reason. */
export function OfferButton({ offer, primary, openForm }: Props) {
  const { operation, fixed } = offer
  const refused = isRefused(offer)
  const run = () => {
    if (operation.body || refused) return openForm(operation.id)
    return attempt(async () => {
      const sent = await send({ operation, parameters: fixed, body: undefined })
      if (sent.status >= 400) throw new Error(`${operation.summary}: ${JSON.stringify(sent.body)}`)
      notify(`${operation.summary}: done`, undoAction(sent.entry))
    })
  }
  const look = operation.does === 'delete' ? ' danger' : primary ? ' primary' : offer.leads && !refused ? ' lit' : ''
  return (
    <>
      <button
        type="button"
        class={`button${look}`}
        disabled={lookingBackAt.value !== undefined}
        onClick={run}
        title={offer.leads && !refused ? 'Leads to another state' : undefined}
        aria-describedby={refused ? `why-${operation.id}` : undefined}
      >
        {sentenceCase(operation.id)}
        {operation.body && '…'}
      </button>
      {refused && <Refusal offer={offer} />}
    </>
  )
}

function Refusal({ offer: { operation, answer } }: { offer: Offer }) {
  const [rule = ''] = answer?.rules ?? []
  return (
    <p class="refusal" id={`why-${operation.id}`}>
      <strong>{answer?.status}</strong> {answer?.error}
      {rule !== '' && <span class="quiet"> {ruleById.value.get(rule)?.says ?? rule}</span>}
    </p>
  )
}
