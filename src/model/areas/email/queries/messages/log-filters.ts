import type { EffectContext } from '../../../../request/contexts.ts'
import type { MessageRow } from '../../state/index.ts'
import { logFiltered } from '../../statements/messages.ts'
import { seesDomain } from '../access.ts'
import { bareAddress } from '../addresses.ts'
import { recipientsOf } from '../recipients.ts'

type Context = EffectContext<'listMessages'>

/** True for a message that matches the filters and that the caller may see. */
export function fitting(context: Context): (message: MessageRow) => boolean {
  const { caller } = context
  const narrowed = caller.scope !== undefined && context.gap('general.instance-filtering') === 'every-list'
  context.cite(logFiltered)
  return (message) => (!narrowed || seesDomain(context, caller, message.domainId)) && isAskedFor(context, message)
}

function isAskedFor(context: Context, message: MessageRow): boolean {
  const { direction, state, domainId, to } = context.query
  return (
    (direction === undefined || message.direction === direction) &&
    (state === undefined || message.state === state) &&
    (domainId === undefined || message.domainId === domainId) &&
    (to === undefined || goesTo(context, message, to))
  )
}

function goesTo(context: Context, message: MessageRow, wanted: string): boolean {
  const { to, cc = [] } = recipientsOf(context, message)
  const recipients = context.gap('email.to-filter-cc') === 'to-and-cc' ? [...to, ...cc] : to
  const how = context.gap('email.to-filter')
  return recipients.some((address) => {
    if (how === 'substring') return address.toLowerCase().includes(wanted.toLowerCase())
    if (how === 'exact') return address === wanted || bareAddress(address) === wanted
    return bareAddress(address).toLowerCase() === wanted.toLowerCase()
  })
}
