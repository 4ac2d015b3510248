import type { AreaJudge } from '../../area-judge/area-judge.ts'
import { freed } from './checks/collected.ts'
import { endedByUse } from './checks/ended-by-use.ts'
import { foundRegistries } from './checks/found-registries.ts'
import { freedSizes } from './checks/freed-sizes.ts'
import { signedByStranger, wholeSubject } from './checks/id-tokens.ts'
import { imageSize } from './checks/image-size.ts'
import { loginLifetime } from './checks/login-lifetime.ts'
import { movedTags } from './checks/moved-tags.ts'
import { oneQuota } from './checks/one-quota.ts'
import { repositorySize } from './checks/repository-size.ts'
import { tagCounts } from './checks/tag-counts.ts'
import { unpushed } from './checks/unpushed.ts'
import { usage } from './checks/usage.ts'
import { REGISTRY_CLEAN_UP } from './clean-up.ts'
import { REGISTRY_COMPARATORS } from './comparators.ts'
import { mayHaveGone } from './emptied.ts'
import { REGISTRY_EVENTS } from './events.ts'
import { isVerifiable } from './exchange/asked-for.ts'
import { readOtherwise, unverified } from './exchange/excuses.ts'
import { REGISTRY_FIXTURES } from './fixtures.ts'
import { nothingLeftBehind } from './images/room.ts'
import { keyMayHaveEnded } from './key-lifetimes.ts'
import { mayGetLess } from './login-modes.ts'
import { REGISTRY_MUST_WORK } from './must-work.ts'
import { CREDENTIAL_SCRIPTS } from './scripts/credentials.ts'
import { IMAGE_SCRIPTS } from './scripts/images.ts'
import { NARROWED_LOGIN_SCRIPTS } from './scripts/narrowed-login.ts'
import { REGISTRY_SCRIPTS } from './scripts/registries.ts'
import { SAME_IMAGE_SCRIPTS } from './scripts/same-image.ts'
import { EXCHANGE_SCRIPTS } from './scripts/token-exchange.ts'
import { REGISTRY_START_UP } from './start-up.ts'
import { REGISTRY_SWITCHES } from './switches.ts'
import { REGISTRY_TWISTS } from './twists.ts'
import { REGISTRY_VALUES } from './values.ts'

export const registry: AreaJudge = {
  operations: {
    // The value that ends a login is open (Endpoints, Registries, 5 and 11): only a profile can say that it must work.
    revokeLoginCredential: {
      mayRefuse: ({ gaps }) => !gaps.pinned('registry.login-key-id'),
      endsTheirOwn: true,
    },
    createLoginCredential: {
      tellingFields: { gap: 'registry.login-key-id', values: { keyId: 'extra-field', id: 'extra-id' } },
    },
    setUpstreamCredential: { offered: { host: 'RegistryUpstream' } },
  },
  values: REGISTRY_VALUES,
  fixtures: REGISTRY_FIXTURES,
  twists: REGISTRY_TWISTS,
  scripts: [
    ...REGISTRY_SCRIPTS,
    ...IMAGE_SCRIPTS,
    ...SAME_IMAGE_SCRIPTS,
    ...CREDENTIAL_SCRIPTS,
    ...NARROWED_LOGIN_SCRIPTS,
    ...EXCHANGE_SCRIPTS,
  ],
  events: REGISTRY_EVENTS,
  switches: REGISTRY_SWITCHES,
  quotas: [],
  scopedBy: ['Registry'],
  startUp: REGISTRY_START_UP,
  singletons: [],
  cleanUp: REGISTRY_CLEAN_UP,
  comparators: REGISTRY_COMPARATORS,
  checks: [
    freed,
    usage,
    repositorySize,
    freedSizes,
    tagCounts,
    loginLifetime,
    endedByUse,
    foundRegistries,
    imageSize,
    movedTags,
    oneQuota,
    nothingLeftBehind,
    unpushed,
    wholeSubject,
    signedByStranger,
  ],
  excuses: [unverified, readOtherwise, keyMayHaveEnded, mayGetLess, mayHaveGone],
  isFree: isVerifiable,
  mustWork: REGISTRY_MUST_WORK,
}
