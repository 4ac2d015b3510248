import { borrow, each, hideNewest, insteadOf, relist, restatus, rewrite } from '../deeds.ts'
import type { Fault } from '../fault.ts'
import { fieldsOf, omit, reply, withBody } from '../replies.ts'
import { as, get, post } from '../steps.ts'

const CREATE = 'POST /registry/registries'
const LIST = 'GET /registry/registries'
const ONE = 'GET /registry/registries/{slug}'
const PATH = '/registry/registries'

export const registryItself: readonly Fault[] = [
  {
    name: 'registry-upstream-endpoint-missing',
    area: 'registry',
    does: 'the cache catalog has hosts without endpoints',
    breaks: 'Resources, RegistryUpstream: host and endpoint',
    checklist: ['REG-01', 'GEN-02'],
    show: [get('/registry/upstreams')],
    deeds: { 'GET /registry/upstreams': each('upstreams', (upstream) => omit(upstream, 'endpoint')) },
  },
  {
    name: 'registry-taken-slug-is-400',
    area: 'registry',
    does: 'a taken slug is answered like a malformed one',
    breaks: 'Endpoints, Registries, operation 3: conflict (409) when the slug is taken',
    checklist: ['REG-03'],
    show: [post(PATH, { slug: 'apps' }), post(PATH, { slug: 'apps' })],
    deeds: { [CREATE]: restatus(409, 400) },
  },
  {
    name: 'registry-slug-unique-per-organization-only',
    area: 'registry',
    does: 'a slug that another organization has is given out again',
    breaks: 'Endpoints, Registries, operation 3: the slug is globally unique',
    checklist: ['REG-03'],
    show: [as('outsider', post(PATH, { slug: 'apps' })), post(PATH, { slug: 'apps' })],
    deeds: {
      [CREATE]: insteadOf([409], async ({ ask, upstream }, refused) => {
        const asked = fieldsOf(ask)
        const mine = await upstream('GET', `${PATH}/${asked.slug}`)
        if (mine.status === 200) return refused
        return reply(201, {
          slug: asked.slug,
          displayName: asked.displayName ?? asked.slug,
          region: asked.region ?? 'eu-central',
          storageQuotaBytes: 53687091200,
          createdAt: new Date(0).toISOString(),
        })
      }),
    },
  },
  {
    name: 'registry-newest-not-listed',
    area: 'registry',
    does: 'the registry created last is not in the list',
    breaks: "Endpoints, Registries, operation 2: the list has the organization's registries",
    checklist: ['REG-02'],
    show: [post(PATH, { slug: 'apps' }), get(PATH)],
    deeds: hideNewest(CREATE, LIST, 'slug'),
  },
  {
    name: 'registry-quota-in-words',
    area: 'registry',
    does: 'the quota of one registry is a string',
    breaks: 'Resources, Registry detail: storageQuotaBytes is an integer',
    checklist: ['REG-02', 'GEN-02'],
    show: [post(PATH, { slug: 'apps' }), get(`${PATH}/apps`)],
    deeds: { [ONE]: rewrite((one) => ({ ...one, storageQuotaBytes: String(one.storageQuotaBytes) })) },
  },
  {
    name: 'registry-listed-in-detail-shape',
    area: 'registry',
    does: 'listed registries have no displayName',
    breaks: 'Resources, Registry: displayName is in the list and create shape',
    checklist: ['REG-02', 'GEN-02'],
    show: [post(PATH, { slug: 'apps' }), get(PATH)],
    deeds: { [LIST]: each('registries', (one) => omit(one, 'displayName')) },
  },
  {
    name: 'registry-foreign-one-readable',
    area: 'registry',
    does: 'one registry of another organization can be read',
    breaks: "Conventions: every operation acts on the caller's organization",
    checklist: ['GEN-04'],
    show: [as('outsider', post(PATH, { slug: 'theirs' })), get(`${PATH}/theirs`)],
    deeds: { [ONE]: borrow(403, 404) },
  },
  {
    name: 'registry-refusal-is-an-array',
    area: 'registry',
    does: 'the error of an unknown registry is a list of sentences',
    breaks: 'Conventions: error is a string',
    checklist: ['GEN-01'],
    show: [get(`${PATH}/none`)],
    deeds: {
      [ONE]: insteadOf([404, 403], (_, answer) => withBody(answer, { error: [fieldsOf(answer).error] })),
    },
  },
  {
    name: 'registry-foreign-ones-listed',
    area: 'registry',
    does: 'the list has the registries of every organization that asked for its own',
    breaks: "Endpoints, Registries, operation 2: the list has the organization's registries",
    checklist: ['GEN-04', 'REG-02'],
    show: [as('outsider', post(PATH, { slug: 'theirs' })), as('outsider', get(PATH)), get(PATH)],
    deeds: {
      [LIST]: relist('registries', (items, { memory }) => {
        for (const item of items) memory.notes.set(`registry ${item.slug}`, item)
        const seen = [...memory.notes].filter(([key]) => key.startsWith('registry ')).map(([, item]) => item)
        return seen.map((item) => ({ ...(item as object) }))
      }),
    },
  },
]
