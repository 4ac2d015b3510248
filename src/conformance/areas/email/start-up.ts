import type { StartRow, StartUp } from '../../area-judge/start-up.ts'

/** What an event type is about is not shown; its name tells as a rule. */
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
