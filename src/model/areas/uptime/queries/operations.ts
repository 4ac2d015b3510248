import type { OperationId } from '../../../request/operation-types.ts'

export const EXPORT_TOKEN_OPERATIONS = [
  'listExportTokens',
  'createExportToken',
  'revokeExportToken',
] as const satisfies readonly OperationId[]

/** Operations that need the backend, whatever a target chose. */
export const MONITORING_OPERATIONS = [
  'pingUptime',
  'getUptimeCatalog',
  'listUptimeServices',
  'createUptimeService',
  'renameUptimeService',
  'deleteUptimeService',
  'listMonitors',
  'createMonitor',
  'getMonitor',
  'updateMonitor',
  'deleteMonitor',
  'getMonitorMetrics',
  'listMonitorFailures',
  'listMonitorTransitions',
] as const satisfies readonly OperationId[]

export const UPTIME_OPERATIONS: readonly OperationId[] = [...MONITORING_OPERATIONS, ...EXPORT_TOKEN_OPERATIONS]
