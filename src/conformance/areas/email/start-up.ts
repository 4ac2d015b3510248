import type { StartRow, StartUp } from '../../area-judge/start-up.ts'

/** The meaning of an event type is not shown, but as a rule its name tells. */
const ANNOUNCES = [
  ['delivered', /deliver/i],
  ['bounced', /bounc/i],
  ['complained', /complain/i],
  ['received', /receiv|inbound/i],
  ['sent', /sen[dt]/i],
] as const

export const EMAIL_START_UP: StartUp = {
  /** Only the profile can tell which event types there are. */
  rows: async ({ vocabulary: { eventTypes = [] } }) =>
    eventTypes.map(
      (id): StartRow => ({
        table: 'EmailEventType',
        of: 'each',
        row: { id, announces: ANNOUNCES.find(([, name]) => name.test(id))?.[0] },
      }),
    ),
}
