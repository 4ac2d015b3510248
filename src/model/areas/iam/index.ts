import type { AreaModel } from '../../area.ts'

export const iam: AreaModel = { rules: [], effects: {}, events: {}, timers: {} }
