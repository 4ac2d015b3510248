import { E164 } from './check.mjs'
import { refuse } from './errors.mjs'
import { hashOf, when } from './values.mjs'

/** The organization's own SMS/voice provider credential. */
export const providerHandlers = {
  getProvider(ctx) {
    return showProvider(ctx, ctx.org.provider)
  },

  setProvider(ctx) {
    const { check, choice, org, now } = ctx
    const body = check.object(ctx.body, 'credential', ['accountSid', 'authToken', 'fromNumber'])
    const accountSid = check.nonBlank(body.accountSid, 'accountSid')
    const authToken = check.nonBlank(body.authToken, 'authToken')
    const fromNumber = check.nonBlank(body.fromNumber, 'fromNumber')
    if (choice.fromNumberE164 && !E164.test(fromNumber)) check.bad('fromNumber: E.164')
    const provider = {
      accountSid,
      fromNumber,
      hash: hashOf(authToken),
      updatedAt: now,
      shownToken: ctx.fault('provider-token-returned') ? authToken : undefined,
    }
    if (ctx.fault('rejected-credential-stored')) org.provider = provider
    verify(ctx)
    org.provider = provider
    return showProvider(ctx, { ...provider, shownToken: undefined })
  },

  clearProvider(ctx) {
    const { org, choice } = ctx
    if (!org.provider && choice.clearUnsetProvider !== 'accept')
      refuse(choice.clearUnsetProvider, 'no credential is set')
    org.provider = undefined
    return choice.doneBody
  },
}

/** Asks the provider whether it takes the credential, before it is stored. */
function verify(ctx) {
  const behaviour = ctx.org.providerBehaviour.verification
  if (behaviour === 'rejects') refuse(422, 'the provider rejects the credential')
  if (behaviour === 'unreachable' && !ctx.fault('unreachable-provider-trusted'))
    refuse(502, 'the provider cannot be reached')
}

function showProvider(ctx, provider) {
  const { choice } = ctx
  if (!provider) {
    if (ctx.fault('unset-provider-short')) return { configured: false }
    return { configured: false, accountSid: '', fromNumber: '', updatedAt: when(choice, undefined) }
  }
  const { accountSid, fromNumber, updatedAt, shownToken } = provider
  return { configured: true, accountSid, fromNumber, updatedAt: when(choice, updatedAt), authToken: shownToken }
}
