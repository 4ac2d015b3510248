import { borrow, each, insteadOf, keepSecret, madeUpId, restatus, rewrite, showSecrets, swallow } from '../deeds.ts'
import type { Fault } from '../fault.ts'
import { asList, fieldsOf, good, reply } from '../replies.ts'
import { as, event, get, patch, post, remove } from '../steps.ts'

const PATH = '/uptime/services'
const LIST = `GET ${PATH}`
const CREATE = `POST ${PATH}`
const ONE = `${PATH}/{id}`
const TOKENS = '/uptime/export-tokens'

const service = (name = 'Shop') => post(PATH, { name })
const token = post(TOKENS, { name: 'prometheus' })
const monitor = post('/uptime/monitors', {
  name: 'Front page',
  serviceId: '$1.id',
  kind: 'http',
  intervalSeconds: 60,
  vantages: ['fra'],
  http: { url: 'https://www.example.com/' },
})

export const uptimeServices: readonly Fault[] = [
  {
    name: 'uptime-schema-epoch-is-a-number',
    area: 'uptime',
    does: 'the schema epoch is a number',
    breaks: 'Versioning: ping reports a schemaEpoch string',
    checklist: ['UPT-02', 'GEN-02'],
    show: [get('/uptime/ping')],
    deeds: { 'GET /uptime/ping': rewrite((pong) => ({ ...pong, schemaEpoch: Number(pong.schemaEpoch) })) },
  },
  {
    name: 'uptime-ping-for-nobody',
    area: 'uptime',
    does: 'ping needs no credential once somebody with one has asked',
    breaks: 'Errors, uptime: 401 without a valid session',
    checklist: ['GEN-05', 'UPT-02'],
    show: [get('/uptime/ping'), as('nobody', get('/uptime/ping'))],
    deeds: { 'GET /uptime/ping': borrow(401) },
  },
  {
    name: 'uptime-ping-without-entitlement',
    area: 'uptime',
    does: 'ping goes on answering an organization that left the private beta',
    breaks: "Endpoints, Uptime, ping: requires the organization's entitlement",
    checklist: ['UPT-01', 'UPT-02'],
    show: [get('/uptime/ping'), event('entitlement-changes', { area: 'uptime', enabled: false }), get('/uptime/ping')],
    deeds: {
      'GET /uptime/ping': async ({ ask, pass, memory }) => {
        const answer = await pass()
        const key = `pong ${ask.headers.authorization}`
        if (good(answer)) memory.notes.set(key, fieldsOf(answer))
        return answer.status === 403 && memory.notes.has(key) ? reply(200, memory.notes.get(key)) : answer
      },
    },
  },
  {
    name: 'uptime-backend-down-is-500',
    area: 'uptime',
    does: 'an unreachable backend is answered 500',
    breaks: 'Errors, uptime: 502 when the backend is unreachable',
    checklist: ['UPT-01'],
    show: [event('backend-behaves', { backend: 'uptime', reachable: false }), get('/uptime/monitors')],
    deeds: { 'GET /uptime/monitors': restatus(502, 500) },
  },
  {
    name: 'uptime-catalog-intervals-bare',
    area: 'uptime',
    does: 'offered intervals have their seconds as text and no label',
    breaks: 'Resources, UptimeInterval: seconds integer, label string',
    checklist: ['UPT-03', 'GEN-02'],
    show: [get('/uptime/catalog')],
    deeds: { 'GET /uptime/catalog': each('intervals', ({ seconds }) => ({ seconds: `${seconds}` })) },
  },
  {
    name: 'uptime-service-name-twice',
    area: 'uptime',
    does: 'a second service of a name is answered as if created',
    breaks: 'Errors, uptime services: 409 when the name exists',
    checklist: ['UPT-04'],
    show: [service(), service()],
    deeds: {
      [CREATE]: insteadOf([409], async ({ ask, memory, upstream }) => {
        const twin = asList(fieldsOf(await upstream('GET', PATH)).services).find(
          ({ name }) => name === fieldsOf(ask).name,
        )
        return reply(201, { ...twin, id: madeUpId('ser', memory), monitors: 0 })
      }),
    },
  },
  {
    name: 'uptime-rename-to-a-taken-name',
    area: 'uptime',
    does: 'renaming a service to a name in use is answered as if done',
    breaks: 'Errors, uptime services: 409 when the name exists, on PATCH too',
    checklist: ['UPT-04'],
    show: [service(), service('Blog'), patch(`${PATH}/$2.id`, { name: 'Shop' })],
    deeds: {
      [`PATCH ${ONE}`]: insteadOf([409], async ({ ask, upstream }) => {
        const one = asList(fieldsOf(await upstream('GET', PATH)).services).find(({ id }) => id === ask.at.id)
        return reply(200, { ...one, name: fieldsOf(ask).name })
      }),
    },
  },
  {
    name: 'uptime-rename-swallowed',
    area: 'uptime',
    does: 'renaming is answered as done, and taken back',
    breaks: 'Endpoints, Uptime, services: PATCH renames',
    checklist: ['UPT-04'],
    show: [service(), patch(`${PATH}/$1.id`, { name: 'Store' }), get(PATH)],
    deeds: {
      [`PATCH ${ONE}`]: async ({ ask, pass, upstream }) => {
        const before = asList(fieldsOf(await upstream('GET', PATH)).services).find(({ id }) => id === ask.at.id)
        const answer = await pass()
        if (good(answer)) await upstream('PATCH', ask.path, { name: before?.name })
        return answer
      },
    },
  },
  {
    name: 'uptime-monitors-not-counted',
    area: 'uptime',
    does: 'services are listed with no monitors',
    breaks: 'Resources, UptimeService: monitors is the live count',
    checklist: ['UPT-04'],
    show: [service(), monitor, get(PATH)],
    deeds: { [LIST]: each('services', (one) => ({ ...one, monitors: 0 })) },
  },
  {
    name: 'uptime-deleted-monitors-counted',
    area: 'uptime',
    does: 'the count of monitors never goes down',
    breaks: 'Resources, UptimeService: monitors is the live count',
    checklist: ['UPT-04', 'UPT-05'],
    show: [service(), monitor, get(PATH), remove('/uptime/monitors/$2.id'), get(PATH)],
    deeds: {
      [LIST]: each('services', (one, { memory }) => {
        const most = Math.max(Number(one.monitors), Number(memory.notes.get(`most ${one.id}`) ?? 0))
        memory.notes.set(`most ${one.id}`, most)
        return { ...one, monitors: most }
      }),
    },
  },
  {
    name: 'uptime-service-deletion-cascades',
    area: 'uptime',
    does: 'deleting a service deletes its monitors',
    breaks: 'Errors, uptime services: 409 while monitors are attached',
    checklist: ['UPT-04'],
    show: [service(), monitor, remove(`${PATH}/$1.id`)],
    deeds: {
      [`DELETE ${ONE}`]: insteadOf([409], async ({ ask, pass, upstream }) => {
        const monitors = asList(fieldsOf(await upstream('GET', '/uptime/monitors')).monitors)
        for (const { id, serviceId } of monitors)
          if (serviceId === ask.at.id) await upstream('DELETE', `/uptime/monitors/${id}`)
        return pass()
      }),
    },
  },
  {
    name: 'uptime-export-token-listed',
    area: 'uptime',
    does: 'the list of export tokens shows the tokens',
    breaks: 'Endpoints, Uptime, export tokens: metadata only, never secrets',
    checklist: ['UPT-08', 'GEN-06'],
    show: [token, get(TOKENS)],
    deeds: {
      [`POST ${TOKENS}`]: keepSecret(
        ({ id }) => id,
        ({ token: secret }) => secret,
      ),
      [`GET ${TOKENS}`]: showSecrets('tokens', 'id', 'token'),
    },
  },
  {
    name: 'uptime-export-token-null',
    area: 'uptime',
    does: 'a new export token comes as null',
    breaks: 'Endpoints, Uptime, export tokens: the token appears in the answer to its creation',
    checklist: ['UPT-08', 'GEN-09'],
    show: [token],
    deeds: { [`POST ${TOKENS}`]: rewrite((made) => ({ ...made, token: null })) },
  },
  {
    name: 'uptime-export-token-not-revoked',
    area: 'uptime',
    does: 'revoking an export token is answered as done, and it goes on scraping',
    breaks: 'Authentication, point 7: after revocation scrapes get 401',
    checklist: ['UPT-08'],
    show: [token, remove(`${TOKENS}/$1.id`), event('credential-used', { kind: 'export-token', secret: '$1.token' })],
    deeds: {
      [`DELETE ${TOKENS}/{id}`]: swallow(
        204,
        () => TOKENS,
        ({ ask }) => ask.at.id ?? '',
      ),
    },
  },
]
