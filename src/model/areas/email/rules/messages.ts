import { refusal } from '../../../rules/rule.ts'
import { seesDomain } from '../queries/access.ts'
import { readCursor } from '../queries/messages/cursor.ts'
import { readSince } from '../queries/messages/since.ts'
import { CONTENT_DAYS, isPast, LOG_DAYS } from '../queries/messages/windows.ts'

const LISTING = {
  checklist: ['EML-09'],
  where: 'Endpoints, Email, row 14 (not said)',
  provenance: 'assumed',
  on: ['listMessages'],
} as const

export const contentPast = refusal({
  id: 'email.content-past-window',
  says: 'The raw message is kept for 30 days; after that it answers 404.',
  checklist: ['EML-11', 'LIM-01'],
  where: 'Endpoints, Email, row 16; Limits, raw message window; Errors, Email (all)',
  provenance: 'stated',
  stage: 'existence',
  status: 404,
  on: ['getMessageContent'],
  when: (context) => {
    const message = context.named('EmailMessage')
    return message && isPast(context, message, CONTENT_DAYS) ? 'the content is past its retention window' : undefined
  },
})

export const messagePast = refusal({
  id: 'email.message-past-window',
  says: 'Reading a message that is older than the log may be refused.',
  checklist: ['EML-09', 'EML-10'],
  where: 'Limits, message log window (said of the list only)',
  provenance: 'assumed',
  stage: 'existence',
  status: 404,
  on: ['getMessage'],
  when: (context) => {
    const message = context.named('EmailMessage')
    if (!message || !isPast(context, message, LOG_DAYS)) return undefined
    return context.gap('email.message-past-window') === 'gone' ? 'the message has left the log' : undefined
  },
})

export const cursorUnknown = refusal({
  ...LISTING,
  id: 'email.cursor-unknown',
  says: 'A cursor that was never issued may be refused.',
  stage: 'validation',
  status: 'general.validation-status',
  when: (context) => {
    const { cursor } = context.query
    if (cursor === undefined || readCursor(context, context.caller.org, cursor)) return undefined
    return context.gap('email.invalid-cursor') === 'refuse' ? 'this is not a cursor' : undefined
  },
})

export const sinceUnreadable = refusal({
  ...LISTING,
  id: 'email.since-unreadable',
  says: 'A malformed since filter may be refused.',
  stage: 'validation',
  status: 'general.validation-status',
  when: (context) => {
    const { since } = context.query
    if (since === undefined || readSince(context, since) !== undefined) return undefined
    return context.gap('email.invalid-since') === 'refuse' ? 'since is not a time' : undefined
  },
})

export const logFilterUnknown = refusal({
  ...LISTING,
  id: 'email.log-filter-unknown',
  says: 'A filter for a state or domain that is unknown, or a domain that the caller may not see, may be refused.',
  stage: 'existence',
  status: 'email.unknown-reference-status',
  when: (context) => {
    const { state, domainId } = context.query
    const known =
      (state === undefined || Object.values<string>(context.gap('email.message-states')).includes(state)) &&
      (domainId === undefined ||
        (context.get('EmailDomain', context.caller.org, domainId) && seesDomain(context, context.caller, domainId)))
    return known || context.gap('email.unknown-filter') === 'empty' ? undefined : 'the filter names nothing'
  },
})
