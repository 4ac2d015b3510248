import type { AreaModel } from '../area.ts'
import { getContacts, updateContacts } from './effects/contacts.ts'
import { billingEmailCollides } from './events.ts'
import { ORGANIZATION_RULES } from './rules/index.ts'

export const organization: AreaModel = {
  rules: ORGANIZATION_RULES,
  effects: { getContacts, updateContacts },
  events: { billingEmailCollides },
  timers: {},
}
