import type { AreaModel } from '../areas/area.ts'
import { backendBehaves, entitlementChanges } from './events.ts'

/** Outside events that are about no single area. */
export const PLATFORM_EVENTS: AreaModel['events'] = { entitlementChanges, backendBehaves }
