import { plainName } from '../../kit/drawing.ts'
import { capitalized, oneField, type Twist, type Twists } from '../../kit/twist.ts'

const ADDRESSES = ['billingEmail', 'technicalEmail', 'securityEmail']

/** An address that is none (Errors, Organization PATCH). */
const noAddress = (field: string): Twist[] =>
  [(name: string) => `none-${name}`, (name: string) => `write to ${name}@contacts.example please`].map((written) => ({
    intent: 'broken',
    body: (drawing, plain) => ({ ...plain, [field]: written(plainName(drawing)) }),
  }))

export const ORGANIZATION_TWISTS: Twists = {
  updateContacts: [oneField(ADDRESSES), capitalized(ADDRESSES), ...ADDRESSES.flatMap(noAddress)],
}
