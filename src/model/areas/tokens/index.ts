import type { AreaModel } from '../../area.ts'
import { createToken } from './create-token.ts'
import { credentialUsed, tokenDisabled, tokenEnabled } from './events.ts'
import { listTokens } from './list-tokens.ts'
import { TOKENS_RULES } from './rules.ts'
import { getTokenScopeOptions } from './scope-options.ts'

export const tokens: AreaModel = {
  rules: TOKENS_RULES,
  effects: { listTokens, createToken, getTokenScopeOptions },
  events: { tokenDisabled, tokenEnabled, credentialUsed },
  timers: {},
}
