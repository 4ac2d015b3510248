const RETRIES = 'Whether, when and how often a delivery is tried again is open.'
const DRIVER_FAILS = 'Only the driver fails, with 500, when it is told of an outside event.'
const DRIVER_REPORTS = 'Only what the driver reports of an outside event, or makes of it, is otherwise.'
const RESOLVING = 'When an incident resolves by itself is not shown.'
const DOWN = 'What confirmations and quorum mean exactly is open.'
const REPEAT = 'What repeat means is not explained.'

const DRIVER_REFUSES = 'Only the driver is concerned: it refuses every such event.'
const PROGRESS = 'Only the driver is concerned: work that progresses with reads.'
const COUNTED = "Only the author's count of the operations is otherwise."
const SCRIPTED = 'Only the answers that the driver makes up for an endpoint are otherwise.'
const SUCCESS = 'The status of this success is open.'
const UNKNOWN = 'The status for what is unknown is open in this area.'
const DOOR = 'In which way a side door says no is open.'

/** Mutants that the check of the candidate's author sees, and the reason why the judge need not: no stated sentence is broken. */
export const NOT_STATED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  fifth: {
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
  },
  seventh: {
    'clusters-61-statement-1': PROGRESS,
    'clusters-70-compare-1': PROGRESS,
    'mail-295-number-1': 'The status for a cursor that is none is open.',
    'mail-629-statement-1': DRIVER_REPORTS,
    'mail-641-compare-1': DRIVER_REFUSES,
    'mail-648-compare-1': DRIVER_REFUSES,
    'mail-678-condition-1': 'That a rate pauses sending by itself is not stated: it can be paused.',
    'mail-689-boolean-1': COUNTED,
    'oncall-283-number-1': SUCCESS,
    'oncall-319-statement-1': 'An optional field may be left out.',
    'oncall-347-boolean-1': COUNTED,
    'oncall-392-boolean-1': COUNTED,
    'oncall-477-number-1': UNKNOWN,
    'oncall-608-condition-2': RESOLVING,
    'outbox-103-compare-1':
      'Every delivery fails to connect and is recorded so; whether a target reaches the receiver is not for us to say.',
    'outbox-130-condition-1':
      'A target may give up on an address of ours without trying, because it is a private one, say.',
    'outbox-137-statement-1': 'Only how the driver waits for deliveries under way is otherwise.',
    'outbox-58-number-1': SCRIPTED,
    'outbox-61-condition-2': SCRIPTED,
    'outbox-64-condition-1': SCRIPTED,
    'registry-136-number-1': SUCCESS,
    'registry-147-number-1': SUCCESS,
    'registry-194-number-1': SUCCESS,
    'registry-29-number-1': UNKNOWN,
    'registry-331-boolean-2': DOOR,
    'registry-358-boolean-1':
      'What goes with the secret of a key as a username is not stated, so the door may refuse ours.',
    'registry-365-condition-2': DOOR,
    'registry-372-operand-1': DRIVER_REPORTS,
    'registry-375-compare-1': DRIVER_FAILS,
    'registry-377-condition-2': DRIVER_REPORTS,
    'registry-381-condition-1': DRIVER_FAILS,
    'registry-469-number-1': 'The status of an exchange that is refused is open.',
    'uptime-186-compare-2': 'Whether a kind in an update is refused or not heard is open.',
  },
}
