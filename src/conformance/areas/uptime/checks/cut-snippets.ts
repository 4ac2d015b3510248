import { isObject } from '../../../../contract/json.ts'
import { type Found, plainCheck } from '../../../checks/check.ts'
import { itemsOf } from '../../../compare/comparison.ts'

/** Longer than anybody would call a snippet, and short enough for a driver to take. */
export const LONG_RESPONSE = 90_000

/** A snippet is truncated when it is captured (Resources, UptimeFailure), to a length that is open: a long response is none. */
export const cutSnippets = plainCheck('history', ({ operation, request, received }): readonly Found[] => {
  if (operation.id !== 'listMonitorFailures' || received.status >= 300 || !isObject(received.json)) return []
  const whole = itemsOf(received.json.failures).find(
    ({ responseSnippet }) => typeof responseSnippet === 'string' && responseSnippet.length >= LONG_RESPONSE,
  )
  if (!whole) return []
  const { id = '' } = request.parameters
  const actual = String(whole.responseSnippet).length
  return [{ code: 'whole-response', id, outcome: String(whole.outcome), actual, rules: ['uptime.snippets-cut'] }]
})
