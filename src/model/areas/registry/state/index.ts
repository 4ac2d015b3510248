import { spelledAlike } from '../../../request/same-name.ts'
import { byId, type Row, type TableDefinition, within } from '../../../table/table.ts'

export type Mode = 'pull' | 'readwrite'

export interface RegistryRow extends Row {
  readonly slug: string
  readonly displayName: string
  readonly region: string
  readonly storageQuotaBytes: number
  readonly createdAt: string
  readonly repositoryCount: number
  /** The bytes stored when a blob shared by several repositories counts once. */
  readonly distinctBytes: number
  /** The same when it counts in each of them. */
  readonly heldBytes: number
}

/** A slug that no registry of this world has, but that is not free either; known everywhere. */
export interface RegistrySlugRow extends Row {
  readonly how: 'claimed' | 'reserved' | 'former'
  /** The former owner, if the registry was deleted. */
  readonly formerOrg: string | undefined
}

/** The payment terms of an organization; one row each, called `account`. */
export interface RegistryAccountRow extends Row {
  readonly paymentActive: boolean
}

export interface RegistryUpstreamRow extends Row {
  readonly host: string
  readonly endpoint: string
}

interface InRegistry extends Row {
  /** Slug of the registry. */
  readonly registry: string
}

interface InRepository extends InRegistry {
  readonly repository: string
}

export interface RegistryRepositoryRow extends InRegistry {
  readonly name: string
  readonly createdAt: string
  readonly tagCount: number
  readonly manifestCount: number
  /** Bytes of its blobs, each once. */
  readonly blobBytes: number
  /** Bytes of its images, shared blobs in each. */
  readonly imageBytes: number
}

export interface RegistryManifestRow extends InRepository {
  readonly digest: string
  readonly mediaType: string
  readonly createdAt: string
  readonly manifestBytes: number
  readonly imageBytes: number
  /** Digests of the blobs it needs. */
  readonly layers: readonly string[]
}

export interface RegistryTagRow extends InRepository {
  readonly name: string
  readonly digest: string
  readonly updatedAt: string
}

/** A blob as one repository holds it. */
export interface RegistryBlobRow extends InRepository {
  readonly sizeBytes: number
  /** The number of manifests of the repository that need it. */
  readonly uses: number
}

export interface RegistryKeyRow extends InRegistry {
  readonly keyId: string
  readonly name: string
  readonly mode: Mode
  readonly repoPrefixes: string[]
  readonly mintedVia: 'manual' | 'oidc'
  readonly createdAt: string
  readonly expiresAt: string | undefined
  readonly lastUsedAt: string | undefined
  readonly revokedAt: string | undefined
  readonly secret: string
  readonly revoked: boolean
  readonly expiresAtMs: number | undefined
  /** The prefixes as the data plane applies them; absent means every repository. */
  readonly reach: readonly string[] | undefined
  /** The access rule it came from. */
  readonly ruleId: string | undefined
}

export interface RegistryOidcRuleRow extends InRegistry {
  /** Rules alone are known by a whole number (Resources, RegistryOidcRule). */
  readonly number: number
  readonly name: string
  readonly issuer: string
  readonly audience: string
  readonly subjectPattern: string
  readonly mode: Mode
  readonly repoPrefixes: string[]
  readonly createdAt: string
  readonly reach: readonly string[] | undefined
}

export interface RegistryUpstreamCredentialRow extends InRegistry {
  readonly upstream: string
  readonly username: string
  readonly password: string
  readonly createdAt: string
}

export interface LoginCredentialRow extends Row {
  readonly username: string
  readonly password: string
  readonly scope: readonly { readonly registry: string; readonly mode: Mode }[]
  readonly userId: string
  readonly revoked: boolean
  readonly expiresAtMs: number
}

export interface RegistryRows {
  readonly Registry: RegistryRow
  readonly RegistrySlug: RegistrySlugRow
  readonly RegistryAccount: RegistryAccountRow
  readonly RegistryUpstream: RegistryUpstreamRow
  readonly RegistryRepository: RegistryRepositoryRow
  readonly RegistryManifest: RegistryManifestRow
  readonly RegistryTag: RegistryTagRow
  readonly RegistryBlob: RegistryBlobRow
  readonly RegistryKey: RegistryKeyRow
  readonly RegistryOidcRule: RegistryOidcRuleRow
  readonly RegistryUpstreamCredential: RegistryUpstreamCredentialRow
  readonly LoginCredential: LoginCredentialRow
}

const inRegistry = (row: InRegistry) => row.registry

function inRepository<R extends InRepository>(indexes: TableDefinition<R>['indexes'] = {}): TableDefinition<R> {
  return {
    key: ({ org, registry, repository, id }) => [org, registry, repository, id],
    indexes: { repository: ({ org, registry, repository }) => [org, registry, repository], ...indexes },
  }
}

declare module '../../../world/rows.ts' {
  interface Rows extends RegistryRows {}
}

export const REGISTRY_TABLES: { readonly [Name in keyof RegistryRows]: TableDefinition<RegistryRows[Name]> } = {
  // Slugs are unique across organizations, so a slug identifies the owner.
  Registry: byId({ slug: (row) => [row.slug] }),
  RegistrySlug: byId(),
  RegistryAccount: byId(),
  RegistryUpstream: byId(),
  RegistryRepository: within<RegistryRepositoryRow>(inRegistry),
  RegistryManifest: inRepository<RegistryManifestRow>(),
  RegistryTag: inRepository<RegistryTagRow>({
    manifest: ({ org, registry, repository, digest }) => [org, registry, repository, digest],
  }),
  RegistryBlob: inRepository<RegistryBlobRow>({
    holders: ({ org, registry, id }) => [org, registry, id],
    registry: ({ org, registry }) => [org, registry],
  }),
  RegistryKey: within<RegistryKeyRow>(inRegistry, {
    id: (row) => [row.org, row.id],
    secret: (row) => [row.secret],
    name: (row) => [row.org, row.registry, spelledAlike(row.name)],
    rule: (row) => (row.ruleId === undefined ? undefined : [row.org, row.registry, row.ruleId]),
  }),
  RegistryOidcRule: within<RegistryOidcRuleRow>(inRegistry, {
    name: (row) => [row.org, row.registry, spelledAlike(row.name)],
  }),
  RegistryUpstreamCredential: within<RegistryUpstreamCredentialRow>(inRegistry),
  LoginCredential: byId({ password: (row) => [row.password] }),
}
