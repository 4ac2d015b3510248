import type { Mistakes } from './mistake.ts'

export const REGISTRY: Mistakes = {
  'registry.registry-as-given': [
    {
      file: 'src/model/areas/registry/effects/registries/registries.ts',
      within: 'const { slug, displayName, region } = context.body',
      right: 'context.body',
      wrong: '{ slug: context.body.slug, displayName: undefined, region: undefined }',
    },
  ],
  'registry.usage-follows': [
    {
      file: 'src/model/areas/registry/effects/contents/accounts.ts',
      right: 'context.cite(usageFollows)',
      wrong: 'return',
    },
  ],
  'registry.counts-agree': [
    {
      file: 'src/model/areas/registry/effects/contents/accounts.ts',
      right: 'row.tagCount + tags',
      wrong: 'row.tagCount + Math.max(0, tags)',
    },
  ],
  'registry.space-freed': [
    {
      file: 'src/model/areas/registry/effects/contents/blobs.ts',
      right: 'context.cite(spaceFreed)',
      wrong: 'return',
    },
  ],
  'registry.quota-per-registry': [
    {
      file: 'src/model/areas/registry/queries/quota.ts',
      right: 'reader.cite(quotaHolds)',
      wrong: 'return',
    },
  ],
  'registry.catalog-complete': [
    {
      file: 'src/model/areas/registry/effects/registries/upstreams.ts',
      right: 'all.map(({ host, endpoint }) => ({ host, endpoint }))',
      wrong: 'all.slice(1).map(({ host, endpoint }) => ({ host, endpoint }))',
    },
  ],
  'registry.upstream-credential-replaced': [
    {
      file: 'src/model/areas/registry/effects/registries/upstream-credentials.ts',
      within: 'const { username, password } = context.body',
      right: 'context.body',
      wrong: '(before ?? context.body)',
    },
  ],
  'registry.upstream-password-never': [
    {
      file: 'src/model/areas/registry/queries/views.ts',
      right: 'reader.cite(passwordNever)',
      wrong: 'return { upstream, username, createdAt, ...{ password: row.password } }',
    },
  ],
  'registry.own-upstream-login': [
    {
      file: 'src/model/areas/registry/events/credential-used.ts',
      right: 'context.cite(ownUpstreamLogin)',
      wrong: 'return undefined',
    },
  ],
  'registry.untagged-listed': [
    {
      file: 'src/model/areas/registry/effects/contents/manifests.ts',
      right: 'context.cite(untaggedListed)',
      wrong: 'return { manifests: views.filter(({ tags }) => tags.length > 0) }',
    },
  ],
  'registry.tags-go-with-image': [
    {
      file: 'src/model/areas/registry/effects/contents/manifests.ts',
      right: "[...context.oldest('RegistryTag', 'manifest', org, slug, repo, digest)]",
      wrong: '[]',
    },
  ],
  'registry.repository-goes-whole': [
    {
      file: 'src/model/areas/registry/effects/contents/repositories.ts',
      right: 'context.cite(repositoryGoesWhole)',
      wrong: 'return void dropTagged(context, repository)',
      needs: `import { dropManifest } from './contents.ts'

import type { RegistryRepositoryRow } from '../../state/index.ts'

import type { Transaction } from '../../../../world/transaction.ts'

// A target that ignores untagged images.
function dropTagged(context: Transaction, { org, registry, name }: RegistryRepositoryRow): void {
  for (const { id, digest } of [...context.oldest('RegistryTag', 'repository', org, registry, name)]) {
    context.remove('RegistryTag', org, registry, name, id)
    const manifest = context.get('RegistryManifest', org, registry, name, digest)
    if (manifest) dropManifest(context, manifest)
  }
}`,
    },
  ],
  'registry.orphan-purged': [
    {
      file: 'src/model/areas/registry/effects/contents/tags.ts',
      right: 'last && purge',
      wrong: 'false',
    },
  ],
  'registry.image-outlives-tag': [
    {
      file: 'src/model/areas/registry/effects/contents/tags.ts',
      right: 'context.cite(imageOutlivesTag)',
      wrong: 'dropOrphan(context, tag)',
    },
  ],
  'registry.purged-told': [
    {
      file: 'src/model/areas/registry/effects/contents/tags.ts',
      right: 'context.cite(purgedTold)',
      wrong: 'return !purge',
    },
  ],
  'registry.key-as-asked': [
    {
      file: 'src/model/areas/registry/effects/access/keys.ts',
      within: 'const { name, mode, repoPrefixes } = context.body',
      right: 'context.body',
      wrong: "{ ...context.body, mode: 'readwrite' as const, repoPrefixes: undefined }",
    },
  ],
  'registry.key-revoked-at': [
    {
      file: 'src/model/areas/registry/effects/access/keys.ts',
      within: 'revokedAt: context.fresh.time(context.nowMs)',
      right: 'context.fresh.time(context.nowMs)',
      wrong: 'undefined',
    },
  ],
  'registry.key-secret-once': [
    {
      file: 'src/model/areas/registry/queries/views.ts',
      right: '(revokedAt !== undefined && { revokedAt })',
      wrong: '{ ...(revokedAt !== undefined && { revokedAt }), secret: row.secret }',
    },
  ],
  'registry.oidc-rule-as-given': [
    {
      file: 'src/model/areas/registry/effects/access/oidc-rules.ts',
      within: 'subjectPattern, mode, repoPrefixes } = context.body',
      right: 'context.body',
      wrong: "{ ...context.body, mode: 'readwrite' as const, repoPrefixes: undefined }",
    },
  ],
  'registry.exchange-issuer': [
    {
      file: 'src/model/areas/registry/queries/exchange/fitting-rule.ts',
      right: 'rule.issuer !== iss',
      wrong: 'false',
    },
  ],
  'registry.exchange-audience': [
    {
      file: 'src/model/areas/registry/queries/exchange/fitting-rule.ts',
      right: '!audienceFits(reader, rule, aud)',
      wrong: 'false',
    },
  ],
  'registry.exchange-subject': [
    {
      file: 'src/model/areas/registry/queries/exchange/fitting-rule.ts',
      right: 'fails(reader, subjectMatched)',
      wrong: 'true',
    },
  ],
  'registry.exchange-minted-via': [
    {
      file: 'src/model/areas/registry/effects/access/exchange.ts',
      within: "mintedVia: 'oidc'",
      right: "'oidc'",
      wrong: "'manual'",
    },
  ],
  'registry.exchange-short-lived': [
    {
      file: 'src/model/areas/registry/effects/access/exchange.ts',
      within: 'expiresAtMs: endMs',
      right: 'endMs',
      wrong: 'undefined',
    },
    {
      file: 'src/model/areas/registry/queries/access/verdict.ts',
      within: 'if (isExpired(key, atMs))',
      right: 'isExpired(key, atMs)',
      wrong: 'false',
    },
  ],
  'registry.login-one-hour': [
    {
      file: 'src/model/areas/registry/effects/access/login.ts',
      right: 'nowMs + HOUR_MS',
      wrong: 'nowMs + 24 * HOUR_MS',
    },
    {
      file: 'src/model/areas/registry/queries/access/verdict.ts',
      right: 'login.expiresAtMs <= atMs',
      wrong: 'false',
    },
  ],
  'registry.login-every-registry': [
    {
      file: 'src/model/areas/registry/effects/access/login.ts',
      right: '[...reachable(context, caller)].filter(({ slug }) => isAskedFor(context, slug))',
      wrong: '[...reachable(context, caller)].filter(({ slug }) => isAskedFor(context, slug)).slice(0, 1)',
    },
  ],
  'registry.login-narrowed': [
    {
      file: 'src/model/areas/registry/effects/access/login.ts',
      right: 'context.cite(narrowedToOne)',
      wrong: 'return true',
    },
  ],
  'registry.login-pull-only': [
    {
      file: 'src/model/areas/registry/effects/access/login.ts',
      right: 'body.pullOnly === true',
      wrong: 'false',
    },
  ],
  'registry.key-secret-is-password': [
    {
      file: 'src/model/areas/registry/effects/access/data-plane.ts',
      right: 'keyBy(context, password)',
      wrong: 'undefined',
    },
  ],
  'registry.revoked-key-dead': [
    {
      file: 'src/model/areas/registry/queries/access/verdict.ts',
      within: 'if (key.revoked)',
      right: 'key.revoked',
      wrong: 'false',
    },
  ],
  'registry.prefixes-hold': [
    {
      file: 'src/model/areas/registry/queries/access/verdict.ts',
      right: 'repository !== undefined && !withinPrefixes(reader, key.reach, repository)',
      wrong: 'false',
    },
  ],
  'registry.revoked-login-dead': [
    {
      file: 'src/model/areas/registry/queries/access/verdict.ts',
      right: 'login.revoked',
      wrong: 'false',
    },
  ],
  'registry.mode-holds': [
    {
      file: 'src/model/areas/registry/queries/access/verdict.ts',
      within: "if (mode === 'pull')",
      right: "mode === 'pull'",
      wrong: 'false',
    },
  ],
}
