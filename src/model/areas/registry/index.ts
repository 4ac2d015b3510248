import type { AreaModel } from '../../area.ts'
import { credentialUsed } from './credential-used.ts'
import { authorizeDataPlane } from './data-plane.ts'
import { paymentMethodChanges, quotaChanges, slugClaimedElsewhere } from './events.ts'
import { exchangeOidcToken, stranger } from './exchange.ts'
import { blobShared, imagePushed } from './image-events.ts'
import { createRegistryKey, listRegistryKeys, revokeRegistryKey } from './keys.ts'
import { createLoginCredential, revokeLoginCredential } from './login.ts'
import { deleteManifest, listManifests } from './manifests.ts'
import { createOidcRule, deleteOidcRule, listOidcRules } from './oidc-rules.ts'
import { createRegistry, deleteRegistry, getRegistry, listRegistries } from './registries.ts'
import { deleteRepository, listRepositories } from './repositories.ts'
import { REGISTRY_RULES } from './rules/index.ts'
import { deleteTag, listTags } from './tags.ts'
import { TIMERS } from './timers.ts'
import { deleteUpstreamCredential, listUpstreamCredentials, setUpstreamCredential } from './upstream-credentials.ts'
import { listUpstreams } from './upstreams.ts'

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
