import type { Statement } from '../../../../rule.ts'
import { CONTENTS_STATEMENTS } from './contents.ts'
import { DATA_PLANE_STATEMENTS } from './data-plane.ts'
import { EXCHANGE_STATEMENTS } from './exchange.ts'
import { KEYS_STATEMENTS } from './keys.ts'
import { LOGIN_STATEMENTS } from './login.ts'
import { OIDC_STATEMENTS } from './oidc.ts'
import { REGISTRIES_STATEMENTS } from './registries.ts'
import { STORAGE_STATEMENTS } from './storage.ts'
import { UPSTREAMS_STATEMENTS } from './upstreams.ts'

export const STATEMENTS: readonly Statement[] = [
  ...REGISTRIES_STATEMENTS,
  ...UPSTREAMS_STATEMENTS,
  ...LOGIN_STATEMENTS,
  ...KEYS_STATEMENTS,
  ...OIDC_STATEMENTS,
  ...EXCHANGE_STATEMENTS,
  ...DATA_PLANE_STATEMENTS,
  ...CONTENTS_STATEMENTS,
  ...STORAGE_STATEMENTS,
]
