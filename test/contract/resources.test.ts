import { expect, test } from 'vitest'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import type { Schema } from '../../src/contract/openapi.ts'

/**
 * Written by hand from "Resources and their fields": `?` optional, `[]` array, `<>` map, `|` enumeration.
 * A detached escalationPolicyId may be absent or null: null is how it goes in, and nothing says how it comes out.
 */
const RESOURCES = {
  PersonalToken:
    '{id string; name string; start string; enabled boolean; createdAt date-time; expiresAt date-time; lastRequest date-time; orgSlug string; scope {role string; roleName string; resourceIds string[]}[]}',
  TokenScopeRole: '{id string; name string; description string; scopable boolean; service? string}',
  TokenScopeResource: '{service string; id string; name string}',
  IamRole:
    '{id string; name string; description string; kind builtin|custom; service? string; scopable boolean; permissions string[]}',
  IamResource: '{service string; id string; name string}',
  PermissionCatalogService:
    '{service string; serviceLabel string; resources {resource string; resourceLabel string; tiers {permission string; tier read|write|admin; label string}[]}[]}',
  PermissionCatalogTier: '{permission string; tier read|write|admin; label string}',
  Contacts: '{billingEmail email; technicalEmail email; securityEmail email}',
  Registry: '{slug string; displayName string; region string; storageQuotaBytes integer; createdAt string}',
  RegistryDetail:
    '{slug string; region string; storageQuotaBytes integer; usedBytes integer; repositoryCount integer; createdAt string}',
  RegistryUpstream: '{host string; endpoint string}',
  RegistryRepository: '{name string; tagCount integer; sizeBytes integer; createdAt string}',
  RegistryTag: '{name string; digest string; manifestSize integer; updatedAt string}',
  RegistryManifest: '{digest string; mediaType string; sizeBytes integer; tags string[]; createdAt string}',
  RegistryKey:
    '{keyId string; name string; mode pull|readwrite; repoPrefixes string[]; mintedVia manual|oidc; createdAt string; expiresAt? string; lastUsedAt? string; revokedAt? string}',
  RegistryOidcRule:
    '{id integer; name string; issuer string; audience string; subjectPattern string; mode pull|readwrite; repoPrefixes string[]; createdAt string}',
  RegistryUpstreamCredential: '{upstream string; username string; createdAt string}',
  LoginCredential:
    '{username string; password string; expiresAt string; registry string; scope {registry string; mode pull|readwrite}[]}',
  EmailSendKey: '{id string; name string; keyId string; domainIds string[]; createdAt string; lastUsedAt? string}',
  EmailRoute: '{id string; domainId string; pattern string; endpointId string; createdAt string}',
  EmailDomain:
    '{id string; name string; sendState pending|verified|failed; receiveState none|pending|verified|failed; createdAt string; dnsRecords {capability send|receive; type string; name string; value string; priority? integer}[]}',
  EmailDnsRecord: '{capability send|receive; type string; name string; value string; priority? integer}',
  EmailWebhook: '{id string; url string; eventTypes string[]; disabled boolean; createdAt string}',
  EmailMessage:
    '{id string; direction send|receive; state string; from string; to string[]; cc? string[]; subject? string; sizeBytes integer; door? string; domainId string; lastError? string; createdAt string; sentAt? string; stateAt string}',
  EmailMessageEvent:
    '{kind sent|delivered|bounced|complained; bounceType? string; recipient? string; detail? {}; occurredAt string}',
  EmailSuppression: '{id string; address string; reason bounce|complaint|manual; createdAt string}',
  EmailDelivery:
    '{id integer; endpointId string; eventType string; messageId? string; state pending|delivering|delivered|failed; attempts integer; lastStatus? integer; lastError? string; deliveredAt? string; createdAt string}',
  EmailSettings:
    '{dailyQuota integer; paused boolean; pausedAt? string; pauseReason? string; bouncePausePct? number; complaintPausePct? number; acceptedToday? integer}',
  OncallIncident:
    '{id string; serviceId string; serviceName string; title string; status open|acknowledged|resolved; openedAt string; acknowledgedAt? string; resolvedAt? string; firingAlerts integer}',
  OncallService: '{id string; name string; createdAt string; escalationPolicyId? string|null}',
  OncallSchedule:
    '{id string; name string; timezone string; participants {userId string; label string}[]; handoff {interval daily|weekly; dow? integer; time string}; onCallNow? {userId string; label string; until string; override boolean}; overrides {id string; userId string; label string; startsAt string; endsAt string}[]; createdAt string}',
  OncallOverride: '{id string; userId string; label string; startsAt string; endsAt string}',
  OncallNotificationRule: '{channel email|sms|voice; delaySeconds integer}',
  PagingSettings: '{email string; phone string; rules {channel email|sms|voice; delaySeconds integer}[]}',
  OncallAlertSource: '{id string; name string; serviceId string; createdAt string; lastEventAt string}',
  OncallEscalationPolicy:
    '{id string; name string; repeat integer; steps {target {kind schedule|user; id string; label string}; waitSeconds integer}[]; services integer; createdAt string}',
  PublicUpdate: '{id string; at string; body string; byLabel string}',
  ProviderCredential: '{configured boolean; accountSid string; fromNumber string; updatedAt string}',
  Cluster:
    '{name string; tier string; orchestratorVersion string; replicas integer; mesh boolean; datastore {mode string; size? string; storageGiB? integer; replicas? integer; backups? boolean}; phase string; endpoint? string; managedLoadBalancers {enabled boolean; maxServices integer; loadBalancers {service string; ip string}[]}}',
  Node: '{name string; ready boolean; agentVersion string}',
  RegistrationToken:
    '{id string; name string; createdAt string; expiresAt? string; lastUsed? string; disabled boolean}',
  UptimeInterval: '{seconds integer; label string}',
  UptimeVantage: '{id string; label string; available boolean}',
  UptimeService: '{id string; name string; monitors integer; createdAt string}',
  UptimeMonitor:
    '{id string; name string; serviceId? string; enabled boolean; intervalSeconds integer; vantages string[]; timeoutMs integer; downCondition {confirmations integer; quorum integer}; kind tcp|http; state? pending|up|down; stateSince? string; createdAt string; updatedAt string; http? {url uri; method? GET|HEAD|POST; headers? <>; bodyBase64? string; followRedirects? boolean; expectStatus? string[]; expectBodyContains? string}; tcp? {host string; port integer; tls? boolean; sendBase64? string; expectPrefixBase64? string}}',
  UptimeExportToken: '{id string; name string; createdAt string; lastUsedAt string}',
  MetricsView:
    '{window 1h|24h|7d; stepSeconds integer; uptimePct {}; series {vantage string; points {t number; latencyMs number; up number}[]}[]}',
  UptimeFailure:
    '{at string; vantage string; attempt integer; outcome fail|error; errorKind string; errorDetail string; responseSnippet string}',
  UptimeTransition: '{at string; from pending|up|down; to pending|up|down; failingVantages string[]}',
} as const

const { api } = loadContract(source)
const schemas = (api.components?.schemas ?? {}) as Readonly<Record<string, Schema>>

test.each(Object.entries(RESOURCES))('%s has exactly the fields of the contract', (name, fields) => {
  expect(sorted(written(schemas[name] ?? {}))).toBe(sorted(fields))
})

function written(schema: Schema): string {
  if (schema.enum) return schema.enum.join('|')
  if (schema.type === 'array') return `${written(schema.items ?? {})}[]`
  if (schema.type === 'object' && schema.additionalProperties === true) return '<>'
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return `<${written(schema.additionalProperties)}>`
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
      const mark = schema.required?.includes(name) ? '' : '?'
      return `${name}${mark} ${written(field)}`
    })
    return `{${fields.join('; ')}}`
  }
  return schema.format ?? [schema.type].flat().join('|')
}

/** The order of fields means nothing; sorting each level makes the two comparable. */
function sorted(text: string): string {
  const inner = /\{([^{}]*)\}/
  const parts: string[] = []
  let rest = text
  for (let match = inner.exec(rest); match; match = inner.exec(rest)) {
    const fields = (match[1] ?? '').split('; ').sort().join('; ')
    parts.push(`(${fields.replace(/#(\d+)#/g, (_, index: string) => parts[Number(index)] ?? '')})`)
    rest = rest.replace(match[0], `#${parts.length - 1}#`)
  }
  return rest.replace(/#(\d+)#/g, (_, index: string) => parts[Number(index)] ?? '')
}
