import type { DrawnEvent, DrawnEvents } from '../../kit/drawn-event.ts'
import { anyOwn } from '../../kit/own-rows.ts'

const ofToken: DrawnEvent = {
  about: 'PersonalToken',
  body: (drawing) => {
    const token = anyOwn(drawing, 'PersonalToken')
    return token && { tokenId: token.id }
  },
}

export const TOKENS_EVENTS: DrawnEvents = { tokenDisabled: ofToken, tokenEnabled: ofToken }
