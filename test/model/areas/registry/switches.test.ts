import { expect, test } from 'vitest'
import { mistakenModel } from '../../../../bench/mistakes/mistaken.ts'
import { REGISTRY_RULES } from '../../../../src/model/areas/registry/rules/index.ts'
import { CLAIMS, makeRegistry } from './world.ts'

const mistaken = await mistakenModel()

type Registry = ReturnType<typeof makeRegistry>
type Story = (world: Registry) => unknown

const ONE = { digest: 'sha256:one' }

/** The verdict on a push of a key that is minted like this. */
const keyPushing =
  (body: object, repository: string): Story =>
  ({ storefront, tries }) => {
    const { keyId, secret } = storefront.key(body).body
    return tries(keyId, secret, 'push', repository)
  }

const exchanging =
  (change: object): Story =>
  ({ storefront, exchange }) => {
    storefront.rule()
    return exchange({ ...CLAIMS, ...change }).status
  }

const exchanged: Story = ({ storefront, exchange }) => {
  storefront.rule()
  exchange()
  const { mintedVia, expiresAt } = storefront.keys()[0]
  return [mintedVia, expiresAt]
}

/** A small story for each statement whose end is another when the statement is broken. */
const STORIES: Readonly<Record<string, Story>> = {
  'registry.registry-as-given': ({ create }) => create('images', { displayName: 'All' }).body.displayName,
  'registry.catalog-complete': ({ call }) => call('listUpstreams', 'owner').body.upstreams.length,
  'registry.upstream-password-never': ({ storefront }) => {
    storefront.setLogin('docker.io')
    return Object.keys(storefront.upstreamLogins()[0])
  },
  'registry.upstream-credential-replaced': ({ storefront }) => {
    storefront.setLogin('docker.io')
    return storefront.setLogin('docker.io', { username: 'other', password: 'hunter-three' }).body.username
  },
  'registry.own-upstream-login': ({ happen }) =>
    happen('credentialUsed', { kind: 'upstream-credential', id: 'quay.io', registry: 'storefront' }).accepted,
  'registry.login-one-hour': ({ login, tries, advance }) => {
    const { username, password } = login().body
    advance(3600)
    return tries(username, password, 'pull')
  },
  'registry.login-every-registry': ({ create, login }) => {
    create('images')
    return login().body.scope.length
  },
  'registry.login-narrowed': ({ create, login }) => {
    create('images')
    return login({ registry: 'images' }).body.scope.length
  },
  'registry.login-pull-only': ({ login }) => login({ pullOnly: true }).body.scope,
  'registry.key-secret-once': ({ storefront }) => {
    storefront.key()
    return Object.keys(storefront.keys()[0])
  },
  'registry.key-as-asked': ({ storefront }) => {
    storefront.key({ mode: 'pull', repoPrefixes: ['web/'] })
    const { mode, repoPrefixes } = storefront.keys()[0]
    return [mode, repoPrefixes]
  },
  'registry.key-revoked-at': ({ storefront }) => {
    storefront.revokeKey(storefront.key().body.keyId)
    return storefront.keys()[0].revokedAt
  },
  'registry.oidc-rule-as-given': ({ storefront }) => storefront.rule().body.repoPrefixes,
  'registry.exchange-issuer': exchanging({ iss: 'https://evil.example' }),
  'registry.exchange-audience': exchanging({ aud: 'somebody-else' }),
  'registry.exchange-subject': exchanging({ sub: 'repo:globex/shop' }),
  'registry.exchange-minted-via': exchanged,
  'registry.exchange-short-lived': exchanged,
  'registry.key-secret-is-password': keyPushing({}, 'web/shop'),
  'registry.mode-holds': keyPushing({ mode: 'pull' }, 'web/shop'),
  'registry.prefixes-hold': keyPushing({ repoPrefixes: ['api/'] }, 'web/shop'),
  'registry.revoked-key-dead': ({ storefront, tries }) => {
    const { keyId, secret } = storefront.key().body
    storefront.revokeKey(keyId)
    return tries(keyId, secret, 'pull')
  },
  'registry.revoked-login-dead': ({ login, logout, tries }) => {
    const { username, password } = login().body
    logout(username)
    return tries(username, password, 'pull')
  },
  'registry.image-outlives-tag': ({ storefront, push }) => {
    push('web/shop', { tags: ['v1'] })
    storefront.deleteTag('web/shop', 'v1')
    return storefront.manifests('web/shop').body.manifests.length
  },
  'registry.orphan-purged': ({ storefront, push }) => {
    push('web/shop', { tags: ['v1'] })
    storefront.deleteTag('web/shop', 'v1', 'true')
    return storefront.manifests('web/shop').body.manifests.length
  },
  'registry.purged-told': ({ storefront, push }) => {
    push('web/shop', { tags: ['v1'] })
    return storefront.deleteTag('web/shop', 'v1', 'true').body
  },
  'registry.untagged-listed': ({ storefront, push }) => {
    push('web/shop', { tags: [] })
    return storefront.manifests('web/shop').body.manifests.length
  },
  'registry.tags-go-with-image': ({ storefront, push }) => {
    push('web/shop', ONE)
    storefront.deleteManifest('web/shop', ONE.digest)
    return storefront.tags('web/shop').body.tags.length
  },
  'registry.repository-goes-whole': ({ storefront, push }) => {
    push('web/shop', { tags: [] })
    storefront.deleteRepository('web/shop')
    return storefront.repositories().length
  },
  'registry.usage-follows': ({ storefront, push }) => {
    push('web/shop')
    return storefront.detail().body
  },
  'registry.counts-agree': ({ storefront, push }) => {
    push('web/shop', { tags: ['v1'] })
    storefront.deleteTag('web/shop', 'v1')
    return storefront.repositories()[0].tagCount
  },
  'registry.space-freed': ({ storefront, push }) => {
    push('web/shop', ONE)
    storefront.deleteManifest('web/shop', ONE.digest)
    return storefront.detail().body.usedBytes
  },
  'registry.quota-per-registry': ({ push, happen }) => {
    happen('quotaChanges', { quota: 'registry-storage-bytes', registry: 'storefront', value: 1 })
    try {
      return push('web/shop').addedBytes
    } catch (error) {
      return String(error)
    }
  },
}

test.each(REGISTRY_RULES.filter(({ kind }) => kind === 'statement').map(({ id }) => id))(
  'broken, %s no longer holds',
  (id) => {
    const story = STORIES[id]
    if (!story) throw new Error(`no story shows ${id}`)
    expect(story(makeRegistry({ model: mistaken([id]) }))).not.toEqual(story(makeRegistry()))
  },
)

test('with a refusal broken, what it refused is done', () => {
  const refusals = REGISTRY_RULES.filter(({ kind }) => kind === 'refusal').map(({ id }) => id)
  const { create, storefront, push, login, logout, exchange, in_, happen } = makeRegistry({ model: mistaken(refusals) })
  happen('paymentMethodChanges', { active: false })
  push('web/shop')
  expect([create('admin').status, create('storefront').status, storefront.remove().status]).toEqual([201, 201, 204])
  create('storefront')
  expect([storefront.tags('nope').status, storefront.deleteTag('nope', 'x', 'true').status]).toEqual([200, 200])
  expect([in_('storefront', 'member').key().status, exchange({ ...CLAIMS, iss: 'x' }).status]).toEqual([201, 201])
  expect([storefront.setLogin('evil.example').status, storefront.deleteRepository('nope').status]).toEqual([200, 204])
  const { username } = login({ registry: 'nope' }).body
  expect([logout(username, 'admin').status, logout(username).status]).toEqual([204, 204])
})
