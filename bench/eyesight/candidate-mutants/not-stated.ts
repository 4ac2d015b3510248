const RETRIES = 'Whether, when and how often a delivery is tried again is open.'
const DRIVER_FAILS = 'Only the driver fails, with 500, when it is told of an outside event.'
const DRIVER_REPORTS = 'Only what the driver reports of an outside event, or makes of it, is otherwise.'
const RESOLVING = 'When an incident resolves by itself is not shown.'
const DOWN = 'What confirmations and quorum mean exactly is open.'
const REPEAT = 'What repeat means is not explained.'

/** Mutants that the check of the candidate's author sees, and the reason why the judge need not: no stated sentence is broken. */
export const NOT_STATED: Readonly<Record<string, string>> = {
  'auth-113-condition-2': 'That an expired or disabled token no longer works is only implied: a warning.',
  'auth-122-number-1': 'The status for a credential that is not valid is open; none at all is 401.',
  'clusters-19-number-1': 'How many versions behind is too far for a node is open.',
  'clusters-304-boolean-1': 'Only the driver is concerned: how long a concurrent change that it makes up goes on.',
  'clusters-488-compare-1': DRIVER_FAILS,
  'data_plane-120-operand-1': DRIVER_REPORTS,
  'data_plane-122-operand-2': DRIVER_FAILS,
  'data_plane-157-condition-1': DRIVER_FAILS,
  'data_plane-161-number-1': DRIVER_REPORTS,
  'data_plane-217-statement-1': 'That the signature of an ID token counts is not stated.',
  'data_plane-230-operand-2': 'That an ID token has run out is not stated as a reason to refuse it.',
  'data_plane-232-condition-1':
    'It trusts no token at all, and whether it trusts those of the judge is its own affair.',
  'data_plane-47-compare-1': 'Whether the username counts beside the password is open.',
  'data_plane-73-condition-2':
    'What goes with the secret of a key as a username is not stated, so the door may refuse ours.',
  'email-mail-137-statement-1': DRIVER_REPORTS,
  'email-mail-175-compare-1': 'What becomes of mail may be settled by the target itself before the driver says so.',
  'email-mail-241-condition-2': 'From how many messages on a rate pauses sending is open.',
  'email-mail-72-operand-3': DRIVER_FAILS,
  'email-mail-89-condition-2': 'Whether mail to suppressed recipients alone is refused is open.',
  'email-webhooks-281-query-filter-1': 'How attempts are recorded one by one is only implied: a warning.',
  'email-webhooks-284-operand-1': RETRIES,
  'email-webhooks-286-condition-2': RETRIES,
  'email-webhooks-287-condition-2': RETRIES,
  'email-webhooks-288-number-1': RETRIES,
  'email-webhooks-298-number-1': DRIVER_REPORTS,
  'email-webhooks-302-statement-1': DRIVER_REPORTS,
  'oncall-incidents-134-statement-1': 'What a timeline holds is not shown.',
  'oncall-incidents-296-boolean-1': RESOLVING,
  'oncall-incidents-324-query-filter-1': RESOLVING,
  'oncall-paging-77-condition-2':
    'Whether a channel without a number is refused when saved or fails when used is open.',
  'oncall-policies-245-condition-1': REPEAT,
  'oncall-policies-245-condition-2': REPEAT,
  'permissions-91-statement-1': 'Which roles there are is open.',
  'uptime-498-operand-2': DRIVER_FAILS,
  'uptime-516-compare-1': DOWN,
  'uptime-517-compare-1': DOWN,
  'uptime-537-condition-1': DRIVER_FAILS,
  'uptime-537-operand-1': DRIVER_FAILS,
}
