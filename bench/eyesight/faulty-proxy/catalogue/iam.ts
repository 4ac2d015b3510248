import { each, insteadOf, relist, restatus } from '../deeds.ts'
import type { Fault } from '../fault.ts'
import { asList, fieldsOf, good, omit, reply, withBody } from '../replies.ts'
import { as, get, post, remove } from '../steps.ts'

const CATALOG = 'GET /iam/catalog'
const PERMISSIONS = 'GET /iam/permissions'

export const iam: readonly Fault[] = [
  {
    name: 'iam-catalog-for-everyone',
    area: 'iam',
    does: 'who may not manage grants is shown the catalog that an owner saw',
    breaks: 'Authentication, point 3: the catalog requires grant management',
    checklist: ['IAM-02'],
    show: [get('/iam/catalog'), as('member', get('/iam/catalog'))],
    deeds: {
      [CATALOG]: async ({ pass, memory }) => {
        const answer = await pass()
        if (good(answer)) memory.notes.set('catalog', fieldsOf(answer))
        const known = memory.notes.get('catalog')
        return answer.status === 403 && known ? reply(200, known) : answer
      },
    },
  },
  {
    name: 'iam-deleted-resource-stays',
    area: 'iam',
    does: 'a resource once seen in the catalog stays in it after its deletion',
    breaks: 'Endpoints, IAM: the catalog has the live resource instances',
    checklist: ['IAM-01'],
    show: [
      post('/registry/registries', { slug: 'apps' }),
      get('/iam/catalog'),
      remove('/registry/registries/apps'),
      get('/iam/catalog'),
    ],
    deeds: {
      [CATALOG]: relist('resources', (items, { memory, ask }) => {
        const key = `seen ${ask.headers.authorization}`
        const gone = asList(memory.notes.get(key)).filter(
          (seen) => !items.some((item) => item.id === seen.id && item.service === seen.service),
        )
        memory.notes.set(key, [...items, ...gone])
        return [...items, ...gone]
      }),
    },
  },
  {
    name: 'iam-kind-of-its-own',
    area: 'iam',
    does: 'built-in roles are of the kind system',
    breaks: 'Resources, IamRole: kind is builtin or custom',
    checklist: ['IAM-01', 'GEN-02'],
    show: [get('/iam/catalog')],
    deeds: { [CATALOG]: each('roles', (role) => ({ ...role, kind: role.kind === 'builtin' ? 'system' : role.kind })) },
  },
  {
    name: 'iam-role-permissions-in-one-string',
    area: 'iam',
    does: 'the permissions of a role come as one string with commas',
    breaks: 'Resources, IamRole: permissions is an array of strings',
    checklist: ['IAM-01', 'GEN-02'],
    show: [get('/iam/catalog')],
    deeds: { [CATALOG]: each('roles', (role) => ({ ...role, permissions: String(role.permissions) })) },
  },
  {
    name: 'iam-tier-labels-missing',
    area: 'iam',
    does: 'permission atoms come without their labels',
    breaks: 'Resources, PermissionCatalogTier: label is required',
    checklist: ['IAM-03', 'GEN-02'],
    show: [get('/iam/permissions')],
    deeds: {
      [PERMISSIONS]: each('services', (service) => ({
        ...service,
        resources: asList(service.resources).map((resource) => ({
          ...resource,
          tiers: asList(resource.tiers).map((tier) => omit(tier, 'label')),
        })),
      })),
    },
  },
  {
    name: 'iam-permissions-403-for-nobody',
    area: 'iam',
    does: 'a request without a credential is forbidden rather than unauthenticated',
    breaks: 'Errors, IAM: 401 when unauthenticated',
    checklist: ['GEN-05'],
    show: [as('nobody', get('/iam/permissions'))],
    deeds: { [PERMISSIONS]: restatus(401, 403) },
  },
  {
    name: 'iam-refusal-without-error',
    area: 'iam',
    does: 'the refusal of the catalog says why under message',
    breaks: 'Conventions: every error body has the field error',
    checklist: ['GEN-01', 'IAM-02'],
    show: [as('member', get('/iam/catalog'))],
    deeds: {
      [CATALOG]: insteadOf([403], (_, answer) => withBody(answer, { message: fieldsOf(answer).error })),
    },
  },
]
