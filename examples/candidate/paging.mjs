import { E164 } from './check.mjs'

/** The default settings of a user: email immediately. */
const DEFAULT_RULES = [{ channel: 'email', delaySeconds: 0 }]

/** The caller's personal paging settings. */
export const pagingHandlers = {
  getPaging(ctx) {
    return showPaging(ctx)
  },

  savePaging(ctx) {
    const { check, choice, user } = ctx
    const body = check.object(ctx.body, 'settings', ['phone', 'rules'])
    const given = check.optional(body, 'phone', check.string)
    if (given !== undefined && given !== '' && !E164.test(given)) check.bad('phone: E.164')
    const phone = given ?? (choice.omittedPhone === 'keep' ? settingsOf(user).phone : '')
    const rules = check.array(body.rules, 'rules', (item, what) => {
      const rule = check.object(item, what, ['channel', 'delaySeconds'])
      return {
        channel: check.oneOf(rule.channel, `${what}.channel`, ['email', 'sms', 'voice']),
        delaySeconds: check.integer(rule.delaySeconds, `${what}.delaySeconds`, 0),
      }
    })
    if (rules.length === 0 && choice.emptyRules === 'refuse') check.bad('rules: at least one')
    const needsPhone = rules.some(({ channel }) => channel !== 'email')
    if (needsPhone && choice.smsCheckedWhenSaved && (phone === '' || !ctx.org.provider)) {
      check.bad('rules: sms and voice need a phone and the provider credential')
    }
    const settings = {
      phone,
      rules,
      email: ctx.fault('paging-email-from-body') && typeof body.email === 'string' ? body.email : undefined,
    }
    if (ctx.fault('paging-shared-in-org')) ctx.org.paging = settings
    user.paging = settings
    return showPaging(ctx)
  },
}

/** A user's settings, or the default. */
export function settingsOf(user) {
  return user.paging ?? { phone: '', rules: DEFAULT_RULES }
}

function showPaging(ctx) {
  let settings = settingsOf(ctx.user)
  if (ctx.fault('paging-default-empty') && !ctx.user.paging) settings = { phone: '', rules: [] }
  if (ctx.fault('paging-shared-in-org')) settings = ctx.org.paging ?? settings
  return { email: settings.email ?? ctx.user.email, phone: settings.phone, rules: settings.rules }
}
