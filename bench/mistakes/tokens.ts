import type { Mistakes } from './mistake.ts'

export const TOKENS: Mistakes = {
  'tokens.key-once': [
    {
      file: 'src/model/areas/tokens/effects/list-tokens.ts',
      right: 'tokenView(context, token)',
      wrong: '{ ...tokenView(context, token), key: token.key }',
    },
  ],
  'tokens.own-tokens-only': [
    {
      file: 'src/model/areas/tokens/effects/list-tokens.ts',
      right: "context.oldest('PersonalToken', 'user', context.caller.userId)",
      wrong: "context.oldest('PersonalToken', 'all', context.caller.org)",
    },
  ],
  'tokens.bound-to-acting-organization': [
    {
      file: 'src/model/areas/tokens/effects/create-token.ts',
      within: 'orgSlug: caller.org',
      right: 'caller.org',
      wrong: 'EVERYWHERE',
    },
  ],
  'tokens.scope-shown': [
    {
      file: 'src/model/areas/tokens/effects/granted-scope.ts',
      right: 'context.cite(scopeShown)',
      wrong: "return { role: entry.role, roleName: '', resourceIds: [] }",
    },
  ],
  'tokens.custom-roles-offered': [
    {
      file: 'src/model/areas/tokens/effects/scope-options.ts',
      right: "[...context.oldest('IamRole', 'all', context.caller.org)]",
      wrong: "[...context.oldest('IamRole', 'all', context.caller.org)].filter(({ kind }) => kind === 'builtin')",
    },
  ],
  'tokens.readable-resources-offered': [
    {
      file: 'src/model/areas/tokens/effects/scope-options.ts',
      within: 'const resources = readableResources(context, context.caller)',
      right: 'readableResources(context, context.caller)',
      wrong: 'organizationResources(context, context.caller.org).slice(1)',
      needs: "import { organizationResources } from '../../../access/scopable.ts'",
    },
  ],
  'tokens.narrowed': [
    {
      file: 'src/model/areas/tokens/effects/granted-scope.ts',
      right: 'entries.filter((entry) => reachesAnything(context, entry)).map(plain)',
      wrong: 'undefined',
    },
  ],
}
