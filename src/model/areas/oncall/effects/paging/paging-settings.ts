import type { EffectContext } from '../../../../request/contexts.ts'
import type { Reader } from '../../../../world/reader.ts'
import type { Effect } from '../../../area.ts'
import { defaultRules, pagingKey, pagingRow, type Settings, settingsOf } from '../../queries/paging-row.ts'
import { savedPhone } from '../../queries/saved-phone.ts'
import { textBeside } from '../../queries/text-beside.ts'
import type { NotificationRule } from '../../state/index.ts'
import { emailFromSession } from '../../statements/paging.ts'

export const getPagingSettings: Effect<'getPagingSettings'> = (context) => {
  const { org, userId, email } = context.caller
  return settingsView(context, settingsOf(context, org, userId), email)
}

export const savePagingSettings: Effect<'savePagingSettings'> = (context) => {
  const { org, userId, email } = context.caller
  const [scope, id] = pagingKey(context, org, userId)
  const before = pagingRow(context, org, userId)
  const saved = context.put('PagingSettings', {
    id,
    org: scope,
    seq: before?.seq ?? context.serial(),
    email: stampedEmail(context),
    phone: phoneAfter(context, before?.phone),
    rules: rulesKept(context, context.body.rules),
  })
  return settingsView(context, saved, email)
}

/** Never a field of the body (Endpoints, On-call, operation 9). */
function stampedEmail(context: EffectContext<'savePagingSettings'>): string {
  if (textBeside(context.given, 'email') !== undefined) context.cite(emailFromSession)
  return context.caller.email
}

/** Without one before and after there is no question. */
function phoneAfter(context: EffectContext<'savePagingSettings'>, before: string | undefined): string | undefined {
  const { phone } = context.body
  return phone === undefined && before === undefined ? undefined : savedPhone(context, phone, before)
}

function rulesKept(context: Reader, rules: readonly NotificationRule[]): readonly NotificationRule[] {
  if (rules.length === 0) return context.gap('oncall.empty-rules') === 'default' ? defaultRules(context) : rules
  const different = rules.filter((rule, index) => rules.findIndex((other) => equal(rule, other)) === index)
  return different.length < rules.length && context.gap('oncall.duplicate-rules') === 'merge' ? different : rules
}

const equal = (a: NotificationRule, b: NotificationRule): boolean =>
  a.channel === b.channel && a.delaySeconds === b.delaySeconds

function settingsView(context: Reader, settings: Settings, sessionEmail: string) {
  const { email = sessionEmail, phone = context.fill('oncall.unset-phone'), rules } = settings
  return { email, phone, rules: [...rules] }
}
