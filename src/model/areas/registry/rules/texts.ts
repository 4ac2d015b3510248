import { isObject } from '../../../../contract/json.ts'
import { checkedBody } from '../../../request/checked-body.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import { refusal } from '../../../rules/rule.ts'

/** Texts that mean nothing when they are empty, by operation. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  createRegistryKey: ['name'],
  createOidcRule: ['audience', 'subjectPattern'],
  setUpstreamCredential: ['username', 'password'],
}

export const textMissing = refusal({
  id: 'registry.text-missing',
  says: 'Names and the like are not empty, where the gaps say so.',
  checklist: ['GEN-08'],
  where: 'Conventions (nothing about empty texts)',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['createRegistryKey', 'createOidcRule', 'setUpstreamCredential'],
  when: (context) => {
    const body: unknown = checkedBody(context)
    const texts = TEXTS[context.operation.id] ?? []
    const missing = isObject(body) ? texts.find((field) => isMissing(context, body[field])) : undefined
    return missing && `${missing} is empty`
  },
})

function isMissing(context: RefusalContext, text: unknown): boolean {
  if (text === '') return context.gap('general.empty-strings') === 'refuse'
  return typeof text === 'string' && text.trim() === '' && context.gap('general.blank-strings') === 'refuse'
}
