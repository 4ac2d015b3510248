import { linearPattern } from '../../../../contract/text/linear-pattern/linear-pattern.ts'
import { checkedBody } from '../../../request/checked-body.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import { refusal } from '../../../rules/rule.ts'
import { paymentActive } from '../queries/payment.ts'
import { slugStanding, slugTaken } from '../queries/slugs.ts'

const slugAsked = (context: RefusalContext): string => checkedBody<'createRegistry'>(context)?.slug ?? ''

export const paymentNeeded = refusal({
  id: 'registry.payment-needed',
  says: 'Without an active payment method no registry can be created; the status is open.',
  checklist: ['REG-04'],
  where: 'Endpoints, Registries, 3',
  provenance: 'stated',
  stage: 'entitlement',
  status: 'registry.payment-status',
  on: ['createRegistry'],
  when: (context) =>
    paymentActive(context, context.caller.org) ? undefined : 'an active payment method is needed to create a registry',
})

export const slugIsTaken = refusal({
  id: 'registry.slug-taken',
  says: 'A slug is unique across all organizations; creating another registry with it is refused: 409.',
  checklist: ['REG-03'],
  where: 'Endpoints, Registries, 3; Errors (closing lines)',
  provenance: 'stated',
  stage: 'conflict',
  status: 409,
  on: ['createRegistry'],
  when: (context) => (slugTaken(context, slugAsked(context)) ? 'this slug is taken' : undefined),
})

export const slugIsReserved = refusal({
  id: 'registry.slug-reserved',
  says: 'A reserved slug cannot be used: 409.',
  checklist: ['REG-03'],
  where: 'Endpoints, Registries, 3; Errors (closing lines)',
  provenance: 'stated',
  stage: 'conflict',
  status: 409,
  on: ['createRegistry'],
  when: (context) =>
    slugStanding(context, slugAsked(context))?.how === 'reserved' ? 'this slug is reserved' : undefined,
})

export const slugUsuallyReserved = refusal({
  id: 'registry.slug-usually-reserved',
  says: 'Some slugs are always reserved; which ones is open.',
  checklist: ['REG-03'],
  where: 'Endpoints, Registries, 3',
  provenance: 'assumed',
  stage: 'conflict',
  status: 409,
  on: ['createRegistry'],
  when: (context) =>
    context.gap('registry.reserved-slugs').includes(slugAsked(context)) ? 'this slug is reserved' : undefined,
})

export const slugHeld = refusal({
  id: 'registry.slug-held',
  says: 'The slug of a deleted registry may stay reserved.',
  checklist: ['REG-03'],
  where: 'Endpoints, Registries, 3 and 6 (not said)',
  provenance: 'assumed',
  stage: 'conflict',
  status: 409,
  on: ['createRegistry'],
  when: (context) => {
    const standing = slugStanding(context, slugAsked(context))
    if (standing?.how !== 'former') return undefined
    const choice = context.gap('registry.deleted-slug')
    const own = standing.formerOrg === context.caller.org
    return choice === 'held' || (choice === 'held-for-others' && !own) ? 'this slug was used before' : undefined
  },
})

export const slugMalformed = refusal({
  id: 'registry.slug-malformed',
  says: 'Slugs may have to match a pattern.',
  checklist: ['REG-03'],
  where: 'Endpoints, Registries, 3 (no form is stated)',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['createRegistry'],
  when: (context) => {
    const slug = checkedBody<'createRegistry'>(context)?.slug
    const format = context.gap('registry.slug-format')
    if (slug === undefined || linearPattern(format)?.test(slug) !== false) return undefined
    return `slug does not match ${format}`
  },
})

export const regionUnknown = refusal({
  id: 'registry.region-unknown',
  says: 'Creating a registry in an unknown region may be refused.',
  checklist: ['REG-02'],
  where: 'Endpoints, Registries, 3 (no regions are stated)',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['createRegistry'],
  when: (context) => {
    const region = checkedBody<'createRegistry'>(context)?.region
    if (region === undefined || context.gap('registry.regions').includes(region)) return undefined
    return context.gap('registry.unknown-region') === 'refuse' ? `there is no region ${region}` : undefined
  },
})

/** The contents of a registry: nothing, empty repositories, or images. */
function standing(context: RefusalContext): 'empty' | 'empty-repositories' | 'images' {
  const { org, slug } = context.named('Registry') ?? { org: '', slug: '' }
  const repositories = [...context.oldest('RegistryRepository', 'parent', org, slug)]
  if (repositories.some(({ manifestCount }) => manifestCount > 0)) return 'images'
  return repositories.length > 0 ? 'empty-repositories' : 'empty'
}

export const notEmpty = refusal({
  id: 'registry.not-empty',
  says: 'A registry with images cannot be deleted until its repositories are; the status is open.',
  checklist: ['REG-07'],
  where: 'Endpoints, Registries, 6',
  provenance: 'stated',
  stage: 'conflict',
  status: 'registry.not-empty-status',
  on: ['deleteRegistry'],
  when: (context) => (standing(context) === 'images' ? 'the registry still has repositories' : undefined),
})

export const emptyRepositories = refusal({
  id: 'registry.empty-repositories',
  says: 'Deleting a registry with empty repositories may be refused.',
  checklist: ['REG-07'],
  where: 'Endpoints, Registries, 6',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'registry.not-empty-status',
  on: ['deleteRegistry'],
  when: (context) =>
    standing(context) === 'empty-repositories' && context.gap('registry.empty-means') === 'no-repositories'
      ? 'the registry still has repositories'
      : undefined,
})

export const leftovers = refusal({
  id: 'registry.leftovers',
  says: 'Deleting a registry with keys, access rules or upstream credentials may be refused.',
  checklist: ['REG-07'],
  where: 'Endpoints, Registries, 6 (speaks of repositories only)',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'registry.not-empty-status',
  on: ['deleteRegistry'],
  when: (context) => {
    const { org, slug } = context.named('Registry') ?? { org: '', slug: '' }
    const tables = ['RegistryKey', 'RegistryOidcRule', 'RegistryUpstreamCredential'] as const
    const some = tables.some((table) => [...context.oldest(table, 'parent', org, slug)].length > 0)
    return some && context.gap('registry.delete-with-leftovers') === 'refuse'
      ? 'the registry still has keys, access rules or upstream credentials'
      : undefined
  },
})
