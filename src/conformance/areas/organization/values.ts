import { plainName } from '../../kit/drawing.ts'
import type { PlainValue, PlainValues } from '../../kit/plain-values.ts'

const address: PlainValue = (drawing) => `${plainName(drawing)}@contacts.example`

export const ORGANIZATION_VALUES: PlainValues = {
  updateContacts: { fields: { billingEmail: address, technicalEmail: address, securityEmail: address } },
}
