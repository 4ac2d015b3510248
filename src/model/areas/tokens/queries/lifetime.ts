import type { EffectContext } from '../../../request/contexts.ts'
import { endOfLifetime } from '../../../values/lifetime.ts'

/** The expiry of the requested token; undefined for never. Unit and bounds of expiresIn are not shown (Limits). */
export function expiryOf(context: EffectContext<'createToken'>): number | undefined {
  const lifetime = lifetimeOf(context)
  return lifetime === undefined
    ? undefined
    : endOfLifetime(context.nowMs, lifetime, context.gap('tokens.expires-in-unit'))
}

function lifetimeOf(context: EffectContext<'createToken'>): number | undefined {
  const { expiresIn } = context.body
  if (expiresIn === undefined)
    return context.gap('tokens.expires-in-omitted') === 'never-expires'
      ? undefined
      : context.gap('tokens.default-lifetime')
  if (expiresIn >= 1) return expiresIn
  return context.gap('tokens.expires-in-below-one') === 'never-expires' ? undefined : 0
}
