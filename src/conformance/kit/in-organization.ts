import { isObject } from '../../contract/json.ts'
import type { Drawing } from './drawing.ts'

/** An event for the organization of a drawing, which says so where it can: a driver may take it for the first one's. */
export function inOrganization({ contract, org }: Drawing, event: string, body: unknown): unknown {
  const { properties = {} } = contract.controlOperations.get(event)?.body?.schema ?? {}
  return isObject(body) && 'organization' in properties ? { organization: org, ...body } : body
}
