import { isObject } from '../../../contract/json.ts'
import { type Look, test, tokenFor } from './failed.ts'

/** What an outside look reports, or that something could be caused at all. */
export const outsideLook: Look = ({ finding, sequence }) => {
  if (finding.expected === 'not possible') return [{ condition: '$statusCode >= 400' }]
  if (finding.operation === 'credentialUsed')
    return [{ condition: `$response.body#/accepted == ${finding.expected === 'accepted'}` }]
  if (finding.operation === 'statusPageViewed') {
    const token = tokenFor(sequence, / incident (\S+)$/.exec(finding.message)?.[1] ?? '')
    return token && finding.expected === 'not visible'
      ? [test(`count(@.incidents[?@.id == {${token}}]) == 0`)]
      : undefined
  }
  const { body } = sequence.steps.at(-1) ?? {}
  const incident = isObject(body) ? String(body.incidentId) : ''
  const [, count] = /^(\d+) pages$/.exec(finding.expected) ?? []
  if (finding.operation !== 'listPages' || !incident.startsWith('⟪') || !count) return undefined
  const enough = finding.subject === 'none' ? '> 0' : `<= ${count}`
  return [test(`count(@.pages[?@.incidentId == {${incident}}]) ${enough}`)]
}
