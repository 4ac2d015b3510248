import { isObject } from '../../../contract/json.ts'
import { type Look, test, tokenFor } from './failed.ts'

/** A credential opens a door, or does not. */
export const door: Look<'door'> = ({ finding: { opens } }) => [{ condition: `$response.body#/accepted == ${!opens}` }]

/** An incident is on the status page that should not be there, or is not, or with something else. */
export const statusPage: Look<'status-page'> = ({ finding: { id, expected, internal }, sequence }) => {
  const token = tokenFor(sequence, id)
  const own = `@.incidents[?@.id == {${token}}]`
  if (!token) return undefined
  if (internal !== undefined) return [test(`count(${own}.${internal}[*]) == 0`)]
  if (expected === undefined) return [test(`count(${own}) == 0`)]
  return [test(`count(${own}.updates[*]) == ${expected.split(' | ').length} && count(${own}.timeline[*]) == 0`)]
}

/** As many recipients are left out as are suppressed. */
export const leftOut: Look<'suppressed'> = ({ finding: { expected } }) => [
  test(`count(@.suppressed[*]) == ${expected.length}`),
]

/** Too many people were paged about an incident, too few, or nobody. */
export const paged: Look<'paged'> = ({ finding: { wrong, expected, actual }, sequence }) => {
  const { body } = sequence.steps.at(-1) ?? {}
  const incident = isObject(body) ? String(body.incidentId) : ''
  // By what somebody's settings showed, which may be more on another target.
  if (!incident.startsWith('⟪') || wrong === 'without a rule') return undefined
  const enough = wrong === 'too many' ? `<= ${expected}` : `> ${actual}`
  return [test(`count(@.pages[?@.incidentId == {${incident}}]) ${enough}`)]
}
