import { oneField, type Twists } from '../../kit/twist.ts'

export const ORGANIZATION_TWISTS: Twists = {
  updateContacts: [oneField(['billingEmail', 'technicalEmail', 'securityEmail'])],
}
