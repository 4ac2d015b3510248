import type { AreaModel } from '../../area.ts'

export const registry: AreaModel = { rules: [], effects: {}, events: {}, timers: {} }
