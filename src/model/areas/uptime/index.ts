import type { AreaModel } from '../../area.ts'
import { createMonitor } from './create-monitor.ts'
import { credentialUsed, metricsAvailability, probeResult, quotaChanges } from './events.ts'
import { createExportToken, listExportTokens, revokeExportToken } from './export-tokens.ts'
import { listMonitorFailures, listMonitorTransitions } from './history.ts'
import { getMonitorMetrics } from './metrics.ts'
import { deleteMonitor, getMonitor, listMonitors } from './monitors.ts'
import { getUptimeCatalog, pingUptime } from './platform.ts'
import { UPTIME_RULES } from './rules.ts'
import { scrapeMetrics, scraper } from './scrape.ts'
import { createUptimeService, deleteUptimeService, listUptimeServices, renameUptimeService } from './services.ts'
import { firstProbeDue, PROBE_DUE } from './unprompted.ts'
import { updateMonitor } from './update-monitor.ts'

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
  timers: { [PROBE_DUE]: firstProbeDue },
  doors: { scrapeMetrics: scraper },
}
