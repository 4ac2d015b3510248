import { isObject } from '../../../../contract/json.ts'
import { plainCheck } from '../../../checks/check.ts'
import { isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** A join token is for one node (Limits, join token): one that a node has joined with is not given again. */
export const spentToken = plainCheck('single use', (answered) => {
  const { operation, received, shadow } = answered
  if (operation.id !== 'createJoinToken' || !isSuccess(answered) || !isObject(received.json)) return []
  const { joinToken } = received.json
  if (!rowsOf(shadow.world, 'JoinToken').some((row) => row.joinToken === joinToken && row.used)) return []
  const [expected, actual] = ['a token of its own', 'the one that a node has joined with']
  return [{ code: 'identifier', path: 'joinToken', expected, actual, rules: ['CLU-11'] }]
})
