import type { TableName } from '../../model/world/rows.ts'

/**
 * Entities that change by themselves or through outside events (a probe, an alert, mail, DNS, a node). Of their fields only
 * those that callers set are certain to be unchanged.
 */
export const SELF_CHANGING: ReadonlySet<string> = new Set<TableName>([
  'Cluster',
  'ClientToken',
  'EmailAttempt',
  'EmailClaim',
  'EmailCursor',
  'EmailDelivery',
  'EmailDomain',
  'EmailMessage',
  'EmailMessageEvent',
  'EmailSettings',
  'EmailSuppression',
  'EmailTraffic',
  'EmailWebhook',
  'JoinToken',
  'LoginCredential',
  'Node',
  'OncallAlert',
  'OncallIncident',
  'OncallProvider',
  'OncallTimelineEntry',
  'OncallWalk',
  'Page',
  'PersonalToken',
  'RegistrationToken',
  'Registry',
  'RegistryAccount',
  'RegistryBlob',
  'RegistryManifest',
  'RegistryRepository',
  'RegistryTag',
  'UptimeFailure',
  'UptimeMonitor',
  'UptimeProbe',
  'UptimeTransition',
])

/** Entities that disappear by themselves, or from a list when their state changes by itself. */
export const SELF_REMOVING: ReadonlySet<string> = new Set<TableName>([
  'Cluster',
  'ClientToken',
  'EmailDelivery',
  'EmailMessage',
  'EmailMessageEvent',
  'JoinToken',
  'LoginCredential',
  'Node',
  'OncallAlert',
  'OncallIncident',
  'OncallOverride',
  'OncallTimelineEntry',
  'Page',
  'RegistrationToken',
  'RegistryManifest',
  'RegistryRepository',
  'RegistryTag',
  'UptimeFailure',
  'UptimeTransition',
])

/** Entities that still exist for a while after they were deleted, or that outside events create again. */
const MAY_OUTLIVE_DELETION: ReadonlySet<string> = new Set<TableName>([
  'Cluster',
  'EmailDelivery',
  'EmailMessage',
  'Node',
  'RegistryManifest',
  'RegistryRepository',
  'RegistryTag',
])

export const mayOutliveDeletion = (entity: string): boolean => MAY_OUTLIVE_DELETION.has(entity)
