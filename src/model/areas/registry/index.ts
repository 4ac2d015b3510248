import type { AreaModel } from '../area.ts'
import { authorizeDataPlane } from './effects/access/data-plane.ts'
import { exchangeOidcToken, stranger } from './effects/access/exchange.ts'
import { createRegistryKey, listRegistryKeys, revokeRegistryKey } from './effects/access/keys.ts'
import { createLoginCredential, revokeLoginCredential } from './effects/access/login.ts'
import { createOidcRule, deleteOidcRule, listOidcRules } from './effects/access/oidc-rules.ts'
import { deleteManifest, listManifests } from './effects/contents/manifests.ts'
import { deleteRepository, listRepositories } from './effects/contents/repositories.ts'
import { deleteTag, listTags } from './effects/contents/tags.ts'
import { createRegistry, deleteRegistry, getRegistry, listRegistries } from './effects/registries/registries.ts'
import {
  deleteUpstreamCredential,
  listUpstreamCredentials,
  setUpstreamCredential,
} from './effects/registries/upstream-credentials.ts'
import { listUpstreams } from './effects/registries/upstreams.ts'
import { paymentMethodChanges, quotaChanges, slugClaimedElsewhere } from './events/account.ts'
import { credentialUsed } from './events/credential-used.ts'
import { blobShared, imagePushed } from './events/images.ts'
import { REGISTRY_RULES } from './rules/index.ts'
import { TIMERS } from './timers.ts'

export const registry: AreaModel = {
  rules: REGISTRY_RULES,
  effects: {
    listUpstreams,
    listRegistries,
    createRegistry,
    getRegistry,
    deleteRegistry,
    createLoginCredential,
    revokeLoginCredential,
    listTags,
    deleteTag,
    listManifests,
    deleteManifest,
    listRepositories,
    deleteRepository,
    listRegistryKeys,
    createRegistryKey,
    revokeRegistryKey,
    listOidcRules,
    createOidcRule,
    deleteOidcRule,
    listUpstreamCredentials,
    setUpstreamCredential,
    deleteUpstreamCredential,
    exchangeOidcToken,
    authorizeDataPlane,
  },
  events: {
    imagePushed,
    blobShared,
    credentialUsed,
    paymentMethodChanges,
    slugClaimedElsewhere,
    quotaChanges,
  },
  timers: TIMERS,
  doors: { exchangeOidcToken: stranger, authorizeDataPlane: stranger },
}
