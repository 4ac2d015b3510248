import type { AreaModel } from '../../area.ts'

export const organization: AreaModel = { rules: [], effects: {}, events: {}, timers: {} }
