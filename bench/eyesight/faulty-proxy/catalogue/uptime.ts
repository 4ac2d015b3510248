import { uptimeMonitors } from './uptime-monitors.ts'
import { uptimeServices } from './uptime-services.ts'

export const uptime = [...uptimeServices, ...uptimeMonitors]
