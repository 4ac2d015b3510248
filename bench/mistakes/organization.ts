import type { Mistakes } from './mistake.ts'

export const ORGANIZATION: Mistakes = {
  'organization.only-named-change': [
    {
      file: 'src/model/areas/organization/effects/contacts.ts',
      right: '{ ...before }',
      wrong: '{ ...unset(context, org) }',
    },
  ],
  'organization.answers-updated': [
    {
      file: 'src/model/areas/organization/effects/contacts.ts',
      right: 'return after',
      wrong: 'return before',
    },
  ],
}
