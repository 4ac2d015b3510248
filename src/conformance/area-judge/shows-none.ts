import { isObject } from '../../contract/json.ts'
import type { Excuse } from '../checks/excuse.ts'
import { isSuccess } from '../shadow/answered.ts'

/**
 * A list is as good as refused where it shows nothing: whether somebody who may see none of it gets an empty list or is
 * refused is said only of what the contract reserves to some roles (Authentication, point 3).
 */
export const showsNone: Excuse = (answered, { outcome, seen }) => {
  const { operation, received } = answered
  if (operation.does !== 'list' || outcome.kind !== 'refused' || !isSuccess(answered)) return undefined
  const isOpen = outcome.refusals.every(({ rule }) => rule.stage === 'permission' && rule.lets === undefined)
  return isOpen && isEmpty(received.json) ? { shadow: seen, inconclusive: undefined } : undefined
}

const isEmpty = (json: unknown): boolean =>
  isObject(json) && Object.values(json).every((value) => !Array.isArray(value) || value.length === 0)
