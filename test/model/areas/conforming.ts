import { responseFor } from '../../../src/contract/operations.ts'
import { responseValidator } from '../../../src/contract/schema/validators.ts'
import { contract, type Model } from '../support.ts'

/** The model's calls, each answer held against the description: an oracle that shares nothing with the model. */
export function conforming(call: Model['call']): Model['call'] {
  return (id, credential, request) => {
    const answer = call(id, credential, request)
    const response = responseFor(contract.operation(id), answer.status)
    const mistakes = response && responseValidator(response)?.(JSON.parse(JSON.stringify(answer.body)))
    if (!response || mistakes?.length)
      throw new Error(`${id} ${answer.status}: ${mistakes?.[0]?.message ?? 'no such response'}`)
    return answer
  }
}
