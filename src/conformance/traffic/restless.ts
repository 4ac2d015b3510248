import type { TableName } from '../../model/world/rows.ts'

/**
 * What changes by itself, or by what happens outside the API (a probe, an alert, mail, DNS, a node): what was last seen
 * of it says nothing certain about now, but for what callers set.
 */
export const RESTLESS: ReadonlySet<string> = new Set<TableName>([
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

/** What goes away by itself, or is no longer listed once its state changed by itself. */
export const FLEETING: ReadonlySet<string> = new Set<TableName>([
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

/** What takes its time to go, or comes again under its name by what happens outside. */
const RETURNING: ReadonlySet<string> = new Set<TableName>([
  'Cluster',
  'EmailDelivery',
  'EmailMessage',
  'Node',
  'RegistryManifest',
  'RegistryRepository',
  'RegistryTag',
])

export const isVanishing = (entity: string): boolean => RETURNING.has(entity)
