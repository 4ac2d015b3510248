import { plainName } from '../../kit/drawing.ts'
import { oneField, type Twist, type Twists } from '../../kit/twist.ts'

const ADDRESSES = ['billingEmail', 'technicalEmail', 'securityEmail']

/** An address that is none (Errors, Organization PATCH). */
const noAddress = (field: string): Twist => ({
  intent: 'broken',
  body: (drawing, plain) => ({ ...plain, [field]: `none-${plainName(drawing)}` }),
})

export const ORGANIZATION_TWISTS: Twists = {
  updateContacts: [oneField(ADDRESSES), ...ADDRESSES.map(noAddress)],
}
