import type { Rows } from '../../../../model/world/rows.ts'
import type { Drawing } from '../../../kit/drawing.ts'
import { own } from '../../../kit/own-rows.ts'

/** True if a domain is set up to receive, however far that has got. */
export const isArmed = ({ receiveState }: Rows['EmailDomain']): boolean =>
  receiveState === 'pending' || receiveState === 'verified'

export const armedDomains = (drawing: Drawing) => own(drawing, 'EmailDomain').filter(isArmed)
