import type { AreaModel } from '../../area.ts'

export const email: AreaModel = { rules: [], effects: {}, events: {}, timers: {} }
