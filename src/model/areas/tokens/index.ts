import type { AreaModel } from '../area.ts'
import { createToken } from './effects/create-token.ts'
import { listTokens } from './effects/list-tokens.ts'
import { getTokenScopeOptions } from './effects/scope-options.ts'
import { credentialUsed, tokenDisabled, tokenEnabled } from './events.ts'
import { TOKENS_RULES } from './rules/index.ts'

export const tokens: AreaModel = {
  rules: TOKENS_RULES,
  effects: { listTokens, createToken, getTokenScopeOptions },
  events: { tokenDisabled, tokenEnabled, credentialUsed },
  timers: {},
}
