import type { Mistakes } from './mistake.ts'

export const IAM: Mistakes = {
  'iam.live-resources': [
    {
      file: 'src/model/areas/iam/effects/catalog.ts',
      right: 'return { roles, resources }',
      wrong: 'return { roles, resources: resources.slice(1) }',
    },
  ],
  'iam.builtin-roles-listed': [
    {
      file: 'src/model/areas/iam/effects/catalog.ts',
      right: "kind === 'builtin' || context.gap('iam.catalog-custom-roles') === 'show'",
      wrong: "kind !== 'builtin' && context.gap('iam.catalog-custom-roles') === 'show'",
    },
  ],
  'iam.every-tier': [
    {
      file: 'src/model/areas/iam/effects/permissions.ts',
      right: "[...context.oldest('Permission', 'all', context.caller.org)]",
      wrong: "[...context.oldest('Permission', 'all', context.caller.org)].filter(({ tier }) => tier !== 'write')",
    },
  ],
  'iam.named-permissions': [
    {
      file: 'src/model/areas/iam/effects/permissions.ts',
      right: 'atomsShown(context)',
      wrong: 'atomsShown(context).filter(({ permission }) => !/^(email|registry)\\.key\\.admin$/.test(permission))',
    },
  ],
}
