import type { Rows } from '../../../../model/world/rows.ts'
import type { Drawing } from '../../../kit/drawing.ts'
import { knownChoice } from '../../../kit/known-choice.ts'
import { own } from '../../../kit/own-rows.ts'

/** True if a domain is set up to receive, however far that has got. */
export const isArmed = ({ receiveState }: Rows['EmailDomain']): boolean =>
  receiveState === 'pending' || receiveState === 'verified'

export const armedDomains = (drawing: Drawing) => own(drawing, 'EmailDomain').filter(isArmed)

/** Those that take routes: some targets want them to be verified (email.armed-states). */
export function routableDomains(drawing: Drawing) {
  const { contract, shadow } = drawing
  return knownChoice(contract, shadow.learned, 'email.armed-states') === 'verified'
    ? armedDomains(drawing).filter(({ receiveState }) => receiveState === 'verified')
    : armedDomains(drawing)
}
