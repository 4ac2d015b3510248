// Derived from spec/ by `npm run generate`. Do not edit.
import type { Area } from '../areas.ts'
import type { GapId } from './gaps.ts'

/** The statuses that every operation of an area describes. */
export const DESCRIBED_STATUSES: Readonly<Record<Area, readonly number[]>> = {
  tokens: [401],
  iam: [200, 400, 401, 403],
  organization: [200, 401],
  registry: [],
  email: [401, 403, 404, 502],
  oncall: [],
  clusters: [401, 403, 404],
  uptime: [401, 403, 404, 502],
}

/** The areas that a gap influences as a whole. */
export const INFLUENCED_AREAS = {
  'clusters.phase-names': ['clusters'],
  'clusters.overdue-work': ['clusters'],
  'clusters.work-deadline-seconds': ['clusters'],
  'clusters.foreign-cluster-status': ['clusters'],
  'clusters.deleting-visible': ['clusters'],
  'email.permission-resources': ['email'],
  'email.conflict-status': ['email'],
  'email.outside-grant-status': ['email'],
  'general.unauthenticated-status': ['registry', 'oncall'],
  'general.permission-resources': ['registry', 'oncall', 'clusters', 'uptime'],
  'general.permission-status': ['tokens', 'registry', 'oncall', 'clusters', 'uptime'],
  'general.instance-filtering': ['registry', 'email', 'oncall', 'clusters', 'uptime'],
  'general.foreign-status': ['registry', 'oncall', 'uptime'],
  'general.unknown-status': ['registry', 'oncall'],
  'uptime.backend-needed': ['uptime'],
} as const satisfies Partial<Record<GapId, readonly Area[]>>

/** The operations that a general gap names one by one. */
export const INFLUENCED_OPERATIONS = {
  'general.unusable-urls': ['createOidcRule', 'createWebhook', 'updateWebhook', 'createMonitor', 'updateMonitor'],
  'general.name-uniqueness': ['createToken', 'createRegistryKey', 'createOidcRule', 'createSendKey', 'createSchedule', 'updateSchedule', 'createAlertSource', 'createEscalationPolicy', 'updateEscalationPolicy', 'createMonitor', 'updateMonitor', 'createExportToken', 'createOncallService'],
  'general.taken-name-status': ['createToken', 'createRegistryKey', 'createOidcRule', 'createSendKey', 'createSchedule', 'updateSchedule', 'createAlertSource', 'createEscalationPolicy', 'updateEscalationPolicy', 'createMonitor', 'updateMonitor', 'createExportToken', 'createRegistrationToken', 'createOncallService'],
  'general.null-in-patch': ['updateContacts', 'updateWebhook', 'updateSchedule', 'savePagingSettings', 'updateEscalationPolicy', 'updateCluster', 'updateMonitor'],
  'general.date-time-precision': ['listTokens'],
  'general.empty-patch': ['updateContacts', 'updateWebhook', 'updateSchedule', 'updateEscalationPolicy', 'updateCluster', 'updateMonitor'],
  'general.repeat-delete': ['deleteRegistry', 'deleteOidcRule', 'deleteUpstreamCredential', 'deleteRoute', 'deleteDomain', 'deleteSuppression', 'deleteWebhook', 'deleteSchedule', 'revokeAlertSource', 'deleteEscalationPolicy', 'retractUpdate', 'removeOverride', 'deleteNode', 'deleteRegistrationToken', 'deleteUptimeService', 'deleteMonitor', 'revokeExportToken'],
} as const satisfies Partial<Record<GapId, readonly string[]>>
