import { OperationForm } from '../../forms/operation-form.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { hintsFrom, type Offer, type Standing } from './offers.ts'

interface Props {
  readonly offer: Offer
  readonly standing: Standing
  readonly close: () => void
}

/** The form of an offer. The page holds it, not its button: the button moves or goes when the thing's state changes. */
export function OfferForm({ offer: { operation, fixed }, standing, close }: Props) {
  return (
    <Dialog title={operation.summary} close={close}>
      <OperationForm
        operation={operation}
        fixed={fixed}
        known={standing.known}
        hints={hintsFrom(standing.thing)}
        current={standing.thing}
        done={close}
      />
    </Dialog>
  )
}
