import type { components } from '../../../../contract/generated/api.ts'
import type { Reader } from '../../../world/reader.ts'
import type {
  RegistryKeyRow,
  RegistryManifestRow,
  RegistryOidcRuleRow,
  RegistryRepositoryRow,
  RegistryRow,
  RegistryTagRow,
  RegistryUpstreamCredentialRow,
} from '../state/index.ts'
import { keySecretOnce } from '../statements/keys.ts'
import { passwordNever } from '../statements/upstreams.ts'
import { usedBytes } from './usage.ts'

type Schemas = components['schemas']

export function registryView(row: RegistryRow): Schemas['Registry'] {
  const { slug, displayName, region, storageQuotaBytes, createdAt } = row
  return { slug, displayName, region, storageQuotaBytes, createdAt }
}

export function detailView(reader: Reader, row: RegistryRow): Schemas['RegistryDetail'] {
  const { slug, region, storageQuotaBytes, repositoryCount, createdAt } = row
  return { slug, region, storageQuotaBytes, usedBytes: usedBytes(reader, row), repositoryCount, createdAt }
}

export function repositoryView(reader: Reader, row: RegistryRepositoryRow): Schemas['RegistryRepository'] {
  const { name, tagCount, blobBytes, imageBytes, createdAt } = row
  const distinct = reader.gap('registry.repository-size') === 'distinct-blobs'
  return { name, tagCount, sizeBytes: distinct ? blobBytes : imageBytes, createdAt }
}

export function tagView(reader: Reader, row: RegistryTagRow): Schemas['RegistryTag'] {
  const { org, registry, repository, name, digest, updatedAt } = row
  const manifest = reader.get('RegistryManifest', org, registry, repository, digest)
  const image = reader.gap('registry.tag-manifest-size') === 'image'
  return { name, digest, manifestSize: (image ? manifest?.imageBytes : manifest?.manifestBytes) ?? 0, updatedAt }
}

export function manifestView(reader: Reader, row: RegistryManifestRow): Schemas['RegistryManifest'] {
  const { org, registry, repository, digest, mediaType, imageBytes, manifestBytes, createdAt } = row
  const image = reader.gap('registry.manifest-size-bytes') === 'image'
  const tags = [...reader.oldest('RegistryTag', 'manifest', org, registry, repository, digest)]
  return {
    digest,
    mediaType,
    sizeBytes: image ? imageBytes : manifestBytes,
    tags: tags.map(({ name }) => name),
    createdAt,
  }
}

/** Prefixes are handed on as they are: for a judge they may be a placeholder. */
export function keyView(reader: Reader, row: RegistryKeyRow): Schemas['RegistryKey'] {
  const { keyId, name, mode, repoPrefixes, mintedVia, createdAt, expiresAt, lastUsedAt, revokedAt } = row
  reader.cite(keySecretOnce)
  return {
    keyId,
    name,
    mode,
    repoPrefixes,
    mintedVia,
    createdAt,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(lastUsedAt !== undefined && { lastUsedAt }),
    ...(revokedAt !== undefined && { revokedAt }),
  }
}

export function oidcRuleView(row: RegistryOidcRuleRow): Schemas['RegistryOidcRule'] {
  const { number: id, name, issuer, audience, subjectPattern, mode, repoPrefixes, createdAt } = row
  return { id, name, issuer, audience, subjectPattern, mode, repoPrefixes, createdAt }
}

export function upstreamCredentialView(
  reader: Reader,
  row: RegistryUpstreamCredentialRow,
): Schemas['RegistryUpstreamCredential'] {
  const { upstream, username, createdAt } = row
  reader.cite(passwordNever)
  return { upstream, username, createdAt }
}
