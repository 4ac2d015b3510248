import type { Rule } from '../../../rules/rule.ts'
import { rulesIn } from '../../../rules/rules-in.ts'
import * as ofContents from '../statements/contents.ts'
import * as ofDataPlane from '../statements/data-plane.ts'
import * as ofExchange from '../statements/exchange.ts'
import * as ofKeys from '../statements/keys.ts'
import * as ofLogin from '../statements/login.ts'
import * as ofOidc from '../statements/oidc.ts'
import * as ofRegistries from '../statements/registries.ts'
import * as ofStorage from '../statements/storage.ts'
import * as ofUpstreams from '../statements/upstreams.ts'
import * as access from './access.ts'
import * as contents from './contents.ts'
import * as exchange from './exchange.ts'
import * as keys from './keys.ts'
import * as login from './login.ts'
import * as oidc from './oidc.ts'
import * as registries from './registries.ts'
import * as upstreams from './upstreams.ts'

/** Every rule of the area: refusals in the order in which they are looked at, and the statements beside them. */
export const REGISTRY_RULES: readonly Rule[] = rulesIn<Rule>(
  access,
  registries,
  login,
  keys,
  oidc,
  exchange,
  contents,
  upstreams,
  ofRegistries,
  ofUpstreams,
  ofLogin,
  ofKeys,
  ofOidc,
  ofExchange,
  ofDataPlane,
  ofContents,
  ofStorage,
)
