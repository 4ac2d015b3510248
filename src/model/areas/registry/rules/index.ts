import type { Rule } from '../../../rule.ts'
import { ACCESS_RULES } from './access.ts'
import { CONTENT_REFUSALS } from './contents.ts'
import { EXCHANGE_REFUSALS } from './exchange.ts'
import { KEY_REFUSALS } from './keys.ts'
import { LOGIN_REFUSALS } from './login.ts'
import { OIDC_REFUSALS } from './oidc.ts'
import { REGISTRY_REFUSALS } from './registries.ts'
import { STATEMENTS } from './statements/index.ts'
import { TEXT_REFUSALS } from './texts.ts'
import { UPSTREAM_REFUSALS } from './upstreams.ts'

export const REGISTRY_RULES: readonly Rule[] = [
  ...ACCESS_RULES,
  ...REGISTRY_REFUSALS,
  ...LOGIN_REFUSALS,
  ...KEY_REFUSALS,
  ...OIDC_REFUSALS,
  ...EXCHANGE_REFUSALS,
  ...CONTENT_REFUSALS,
  ...UPSTREAM_REFUSALS,
  ...TEXT_REFUSALS,
  ...STATEMENTS,
]
