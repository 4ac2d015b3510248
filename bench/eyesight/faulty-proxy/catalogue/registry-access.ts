import { borrow, each, keepSecret, resend, restatus, rewrite, showSecrets, swallow } from '../deeds.ts'
import type { Fault } from '../fault.ts'
import { asList, fieldsOf, good, omit, reply } from '../replies.ts'
import { as, event, get, post, put, remove } from '../steps.ts'

const PATH = '/registry/registries'
const LOGIN = 'POST /registry/login'
const MINT = `POST ${PATH}/{slug}/keys`
const KEYS = `GET ${PATH}/{slug}/keys`
const RULES = `GET ${PATH}/{slug}/oidc-rules`
const CREDENTIALS = `GET ${PATH}/{slug}/upstream-credentials`
const CREDENTIAL = `${PATH}/{slug}/upstream-credentials/{host}`

const RULE = { issuer: 'https://ci.example', audience: 'registry', subjectPattern: 'repo:acme/*', mode: 'pull' }
const apps = post(PATH, { slug: 'apps' })
const tools = post(PATH, { slug: 'tools' })
const key = post(`${PATH}/apps/keys`, { name: 'ci', mode: 'pull' })

export const registryAccess: readonly Fault[] = [
  {
    name: 'registry-login-not-narrowed',
    area: 'registry',
    does: 'a login for one registry is for all of them',
    breaks: 'Endpoints, Registries, operation 5: registry narrows the credential to one',
    checklist: ['REG-06'],
    show: [apps, tools, post('/registry/login', { registry: 'apps' })],
    deeds: { [LOGIN]: resend((asked) => omit(asked, 'registry')) },
  },
  {
    name: 'registry-login-pull-only-ignored',
    area: 'registry',
    does: 'a login asked for as read-only may write',
    breaks: 'Endpoints, Registries, operation 5: pullOnly makes it read-only',
    checklist: ['REG-06'],
    show: [apps, post('/registry/login', { pullOnly: true })],
    deeds: { [LOGIN]: resend((asked) => omit(asked, 'pullOnly')) },
  },
  {
    name: 'registry-login-misses-one',
    area: 'registry',
    does: 'a login leaves out the registry with the first name',
    breaks: 'Endpoints, Registries, operation 5: it is for every registry the caller can reach',
    checklist: ['REG-06'],
    show: [apps, post('/registry/login', {})],
    deeds: {
      [LOGIN]: rewrite((made) => ({
        ...made,
        scope: asList(made.scope)
          .toSorted((a, b) => String(a.registry).localeCompare(String(b.registry)))
          .slice(1),
      })),
    },
  },
  {
    name: 'registry-login-for-a-day',
    area: 'registry',
    does: 'a login says that it lasts a day',
    breaks: 'Limits: a login credential lives one hour',
    checklist: ['REG-06', 'LIM-01'],
    show: [post('/registry/login', {})],
    deeds: {
      [LOGIN]: rewrite((made) => {
        const end = Date.parse(String(made.expiresAt))
        return Number.isNaN(end) ? made : { ...made, expiresAt: new Date(end + 23 * 3_600_000).toISOString() }
      }),
    },
  },
  {
    name: 'registry-key-secret-listed',
    area: 'registry',
    does: 'the list of keys shows their secrets',
    breaks: 'Resources, RegistryKey: metadata only, never a secret',
    checklist: ['REG-09', 'GEN-06'],
    show: [apps, key, get(`${PATH}/apps/keys`)],
    deeds: {
      [MINT]: keepSecret(
        ({ keyId }) => keyId,
        ({ secret }) => secret,
      ),
      [KEYS]: showSecrets('keys', 'keyId', 'secret'),
    },
  },
  {
    name: 'registry-key-widened',
    area: 'registry',
    does: 'a key for pulling is minted for writing',
    breaks: 'Endpoints, Registries, operation 9: a key has the mode that was asked for',
    checklist: ['REG-10'],
    show: [apps, key, get(`${PATH}/apps/keys`)],
    deeds: { [MINT]: resend((asked) => (asked.mode === 'pull' ? { ...asked, mode: 'readwrite' } : asked)) },
  },
  {
    name: 'registry-key-prefixes-lost',
    area: 'registry',
    does: 'a key is minted without its repository prefixes',
    breaks: 'Authentication, point 5: keys have optional repository prefixes',
    checklist: ['REG-10'],
    show: [
      apps,
      post(`${PATH}/apps/keys`, { name: 'ci', mode: 'pull', repoPrefixes: ['web/'] }),
      get(`${PATH}/apps/keys`),
    ],
    deeds: { [MINT]: resend((asked) => omit(asked, 'repoPrefixes')) },
  },
  {
    name: 'registry-key-minted-by-anyone',
    area: 'registry',
    does: 'who lacks the permission mints a key in the name of somebody seen before',
    breaks: 'Endpoints, Registries, operation 9: minting needs registry.key.admin',
    checklist: ['REG-10'],
    show: [apps, as('member', key)],
    deeds: { [MINT]: borrow(403) },
  },
  {
    name: 'registry-key-not-revoked',
    area: 'registry',
    does: 'revoking a key is answered as done, and nothing is done',
    breaks: 'States, switches: a revoked key has revokedAt',
    checklist: ['REG-18'],
    show: [apps, key, remove(`${PATH}/apps/keys/$2.keyId`), get(`${PATH}/apps/keys`)],
    deeds: {
      [`DELETE ${PATH}/{slug}/keys/{keyId}`]: swallow(
        204,
        ({ ask }) => `${PATH}/${ask.at.slug}/keys`,
        ({ ask }) => ask.at.keyId ?? '',
      ),
    },
  },
  {
    name: 'registry-key-made-by-itself',
    area: 'registry',
    does: 'listed keys were minted via api',
    breaks: 'Resources, RegistryKey: mintedVia is manual or oidc',
    checklist: ['REG-09', 'GEN-02'],
    show: [apps, key, get(`${PATH}/apps/keys`)],
    deeds: { [KEYS]: each('keys', (one) => ({ ...one, mintedVia: 'api' })) },
  },
  {
    name: 'registry-rule-id-is-text',
    area: 'registry',
    does: 'the id of a created rule is a string',
    breaks: 'Resources, RegistryOidcRule: id is an integer',
    checklist: ['REG-15', 'GEN-02'],
    show: [apps, post(`${PATH}/apps/oidc-rules`, RULE)],
    deeds: { [`POST ${PATH}/{slug}/oidc-rules`]: rewrite((rule) => ({ ...rule, id: String(rule.id) })) },
  },
  {
    name: 'registry-rule-stays',
    area: 'registry',
    does: 'deleting a rule is answered as done, and nothing is done',
    breaks: 'Endpoints, Registries, operation 19: delete an access rule',
    checklist: ['REG-15'],
    show: [
      apps,
      post(`${PATH}/apps/oidc-rules`, RULE),
      remove(`${PATH}/apps/oidc-rules/$2.id`),
      get(`${PATH}/apps/oidc-rules`),
    ],
    deeds: {
      [`DELETE ${PATH}/{slug}/oidc-rules/{id}`]: async ({ ask, pass, upstream }) => {
        const list = asList(fieldsOf(await upstream('GET', `${PATH}/${ask.at.slug}/oidc-rules`)).rules)
        return list.some(({ id }) => String(id) === ask.at.id) ? reply(204) : pass()
      },
    },
  },
  {
    name: 'registry-rule-mode-listed-wrong',
    area: 'registry',
    does: 'rules for pulling are listed as rules for writing',
    breaks: 'Resources, RegistryOidcRule: mode is that of the rule',
    checklist: ['REG-15'],
    show: [apps, post(`${PATH}/apps/oidc-rules`, RULE), get(`${PATH}/apps/oidc-rules`)],
    deeds: { [RULES]: each('rules', (rule) => ({ ...rule, mode: rule.mode === 'pull' ? 'readwrite' : 'pull' })) },
  },
  {
    name: 'registry-upstream-password-listed',
    area: 'registry',
    does: 'the list of upstream logins shows the passwords',
    breaks: 'Resources, RegistryUpstreamCredential: the password is never returned',
    checklist: ['REG-19', 'GEN-06'],
    show: [
      apps,
      put(`${PATH}/apps/upstream-credentials/docker.io`, { username: 'acme', password: 'pa55-w0rd-of-acme' }),
      get(`${PATH}/apps/upstream-credentials`),
    ],
    deeds: {
      [`PUT ${CREDENTIAL}`]: async ({ ask, pass, memory }) => {
        const answer = await pass()
        if (good(answer)) memory.notes.set(`secret ${ask.at.host}`, fieldsOf(ask).password)
        return answer
      },
      [CREDENTIALS]: showSecrets('upstreamCredentials', 'upstream', 'password'),
    },
  },
  {
    name: 'registry-any-upstream',
    area: 'registry',
    does: 'a login for a host outside the catalog is taken',
    breaks: 'Endpoints, Registries, operation 21: a login for a catalog upstream',
    checklist: ['REG-20'],
    show: [apps, put(`${PATH}/apps/upstream-credentials/nowhere.example`, { username: 'acme', password: 'pa55' })],
    deeds: {
      [`PUT ${CREDENTIAL}`]: async ({ ask, pass, upstream }) => {
        const answer = await pass()
        const { username, password } = fieldsOf(ask)
        if (good(answer) || typeof username !== 'string' || typeof password !== 'string') return answer
        const there = good(await upstream('GET', `${PATH}/${ask.at.slug}`))
        return there ? reply(200, { upstream: ask.at.host, username }) : answer
      },
    },
  },
  {
    name: 'registry-upstream-login-stays',
    area: 'registry',
    does: 'deleting an upstream login is answered as done, and nothing is done',
    breaks: 'Endpoints, Registries, operation 22: delete an upstream credential',
    checklist: ['REG-19'],
    show: [
      apps,
      put(`${PATH}/apps/upstream-credentials/docker.io`, { username: 'acme', password: 'pa55' }),
      remove(`${PATH}/apps/upstream-credentials/docker.io`),
      get(`${PATH}/apps/upstream-credentials`),
    ],
    deeds: {
      [`DELETE ${CREDENTIAL}`]: swallow(
        204,
        ({ ask }) => `${PATH}/${ask.at.slug}/upstream-credentials`,
        ({ ask }) => ask.at.host ?? '',
      ),
    },
  },
  {
    name: 'registry-login-refusal-is-404',
    area: 'registry',
    does: 'a caller without registry access gets 404 for a login',
    breaks: 'Errors: login credential 403 without registry access',
    checklist: ['REG-06'],
    show: [
      event('role-changes', { userId: 'usr_cy', role: 'member', grants: [{ role: 'email.reader' }] }),
      as('member', post('/registry/login', {})),
    ],
    deeds: { [LOGIN]: restatus(403, 404) },
  },
]
