import type { AreaModel } from '../../area.ts'

export const clusters: AreaModel = { rules: [], effects: {}, events: {}, timers: {} }
