import type { StartRow, StartUp } from '../../area-judge/start-up.ts'

/** The meaning of an event type is not shown, but as a rule its name tells. */
const ANNOUNCES = [
  ['bounced', /bounc|undeliver|return|reject|fail/i],
  ['delivered', /deliver|land|arriv/i],
  ['complained', /complain|spam|abuse|flag/i],
  ['received', /receiv|inbound|incoming|taken.?in/i],
  ['sent', /sen[dt]|submit|dispatch|outbound|outgoing|handed.?over/i],
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
