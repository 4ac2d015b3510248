import type { AreaModel } from '../area.ts'
import { createExportToken, listExportTokens, revokeExportToken } from './effects/export-tokens.ts'
import { getMonitorMetrics } from './effects/metrics/metrics.ts'
import { scrapeMetrics, scraper } from './effects/metrics/scrape.ts'
import { createMonitor } from './effects/monitors/create-monitor.ts'
import { listMonitorFailures, listMonitorTransitions } from './effects/monitors/history.ts'
import { deleteMonitor, getMonitor, listMonitors } from './effects/monitors/monitors.ts'
import { updateMonitor } from './effects/monitors/update-monitor.ts'
import { getUptimeCatalog, pingUptime } from './effects/platform.ts'
import {
  createUptimeService,
  deleteUptimeService,
  listUptimeServices,
  renameUptimeService,
} from './effects/services.ts'
import { credentialUsed, metricsAvailability, probeResult, quotaChanges } from './events.ts'
import { UPTIME_RULES } from './rules/index.ts'
import { TIMERS } from './timers.ts'

export const uptime: AreaModel = {
  rules: UPTIME_RULES,
  effects: {
    pingUptime,
    getUptimeCatalog,
    listUptimeServices,
    createUptimeService,
    renameUptimeService,
    deleteUptimeService,
    listMonitors,
    createMonitor,
    getMonitor,
    updateMonitor,
    deleteMonitor,
    getMonitorMetrics,
    listMonitorFailures,
    listMonitorTransitions,
    listExportTokens,
    createExportToken,
    revokeExportToken,
    scrapeMetrics,
  },
  events: { probeResult, metricsAvailability, quotaChanges, credentialUsed },
  timers: TIMERS,
  doors: { scrapeMetrics: scraper },
}
