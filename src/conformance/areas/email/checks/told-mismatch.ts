import { isObject } from '../../../../contract/json.ts'
import { plainCheck } from '../../../checks/check.ts'
import { isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

const MISMATCH = /^mismatch(ed)?$/i

/**
 * A mismatch is told with the observed value (Endpoints, Email, row 11). How that is called is not shown, so any text will do
 * that is not what was to be published.
 */
export const toldMismatch = plainCheck('observations', (answered) => {
  const { operation, request, received, shadow } = answered
  if (operation.id !== 'getDomainDns' || !isSuccess(answered) || !isObject(received.json)) return []
  const { records } = received.json
  const domain = rowsOf(shadow.world, 'EmailDomain').find(({ id }) => id === request.parameters.id)
  const untold = (Array.isArray(records) ? records : []).find((record) => {
    const texts = textsIn(record)
    const told = texts.filter((text) => !MISMATCH.test(text))
    return texts.length > told.length && (domain?.dnsRecords ?? []).some((one) => isNothingBeside(told, textsIn(one)))
  })
  if (untold === undefined) return []
  const [path, expected] = ['records', 'the observed value']
  return [{ code: 'untold-value', path, expected, actual: untold, rules: ['email.mismatch-shown'] }]
})

/** True if each of the texts is one of those that were to be published, which count once. */
function isNothingBeside(told: readonly string[], published: readonly string[]): boolean {
  const left = [...published]
  return told.every((text) => {
    const place = left.indexOf(text)
    if (place >= 0) left.splice(place, 1)
    return place >= 0
  })
}

const textsIn = (node: unknown): string[] => {
  if (typeof node === 'string') return [node]
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(textsIn) : []
}
