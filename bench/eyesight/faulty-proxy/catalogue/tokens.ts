import { each, hideNewest, insteadOf, keepSecret, resend, rewrite, showSecrets } from '../deeds.ts'
import type { Fault } from '../fault.ts'
import { asList, fieldsOf, good, omit, reply, withBody } from '../replies.ts'
import { as, get, post } from '../steps.ts'

const LIST = 'GET /tokens'
const CREATE = 'POST /tokens'
const OPTIONS = 'GET /tokens/scope-options'

export const tokens: readonly Fault[] = [
  {
    name: 'tokens-key-listed',
    area: 'tokens',
    does: 'the list shows the key of every token that was minted through it',
    breaks: 'Authentication, point 2: a key is returned only once',
    checklist: ['TOK-03', 'GEN-06'],
    show: [post('/tokens', { name: 'ci' }), get('/tokens')],
    deeds: {
      [CREATE]: keepSecret(
        ({ id }) => id,
        ({ key }) => key,
      ),
      [LIST]: showSecrets('tokens', 'id', 'key'),
    },
  },
  {
    name: 'tokens-last-request-missing',
    area: 'tokens',
    does: 'listed tokens lack lastRequest',
    breaks: 'Resources, PersonalToken: all nine fields are required',
    checklist: ['TOK-01', 'GEN-02'],
    show: [post('/tokens', { name: 'ci' }), get('/tokens')],
    deeds: { [LIST]: each('tokens', (token) => omit(token, 'lastRequest')) },
  },
  {
    name: 'tokens-expiry-in-words',
    area: 'tokens',
    does: 'expiresAt is written the way mail headers write dates',
    breaks: 'Conventions: a date-time is an ISO 8601 timestamp',
    checklist: ['GEN-03', 'TOK-01'],
    show: [post('/tokens', { name: 'ci' }), get('/tokens')],
    deeds: {
      [LIST]: each('tokens', (token) => ({ ...token, expiresAt: new Date(String(token.expiresAt)).toUTCString() })),
    },
  },
  {
    name: 'tokens-newest-not-listed',
    area: 'tokens',
    does: 'the token minted last is not in the list',
    breaks: "Endpoints, Tokens: the list has the caller's tokens",
    checklist: ['TOK-01', 'TOK-02'],
    show: [post('/tokens', { name: 'ci' }), get('/tokens')],
    deeds: hideNewest(CREATE, LIST, 'id'),
  },
  {
    name: 'tokens-bound-elsewhere',
    area: 'tokens',
    does: 'a minted token and its entry in the list name another organization',
    breaks: 'Endpoints, Tokens: a token is bound to the acting organization',
    checklist: ['TOK-02'],
    show: [post('/tokens', { name: 'ci' })],
    deeds: {
      [CREATE]: rewrite((made) => ({ ...made, orgSlug: `${made.orgSlug}-labs` })),
      [LIST]: each('tokens', (token) => ({ ...token, orgSlug: `${token.orgSlug}-labs` })),
    },
  },
  {
    name: 'tokens-foreign-resource-in-scope',
    area: 'tokens',
    does: 'a scope that names what its owner cannot see is accepted (and quietly left out)',
    breaks: 'Authentication, point 2: a scope never names more than its owner can see',
    checklist: ['TOK-04', 'GEN-04'],
    show: [
      as('outsider', post('/registry/registries', { slug: 'theirs' })),
      post('/tokens', { name: 'ci', scope: [{ role: 'registry.reader', resourceIds: ['theirs'] }] }),
    ],
    deeds: {
      [CREATE]: async ({ ask, pass }) => {
        const answer = await pass()
        const scoped = asList(fieldsOf(ask).scope).length > 0
        return !good(answer) && answer.status !== 401 && scoped ? pass({ body: omit(fieldsOf(ask), 'scope') }) : answer
      },
    },
  },
  {
    name: 'tokens-scope-dropped',
    area: 'tokens',
    does: 'a token is minted without the scope that was asked for',
    breaks: 'Authentication, point 2: a token may be narrowed to roles and resource ids',
    checklist: ['TOK-02', 'TOK-01'],
    show: [post('/tokens', { name: 'ci', scope: [{ role: 'registry.reader' }] }), get('/tokens')],
    deeds: { [CREATE]: resend((asked) => omit(asked, 'scope')) },
  },
  {
    name: 'tokens-listed-for-nobody',
    area: 'tokens',
    does: 'a request without a credential gets an empty list',
    breaks: 'Errors, tokens: 401 when unauthenticated',
    checklist: ['GEN-05'],
    show: [as('nobody', get('/tokens'))],
    deeds: { [LIST]: insteadOf([401], () => reply(200, { tokens: [] })) },
  },
  {
    name: 'tokens-scope-options-of-others',
    area: 'tokens',
    does: 'the resources on offer include those of another organization',
    breaks: 'Endpoints, Tokens, scope options: resources the caller can read',
    checklist: ['TOK-05', 'GEN-04'],
    show: [as('outsider', post('/registry/registries', { slug: 'theirs' })), get('/tokens/scope-options')],
    deeds: {
      [OPTIONS]: async ({ pass, memory, upstream }) => {
        const answer = await pass()
        if (!good(answer)) return answer
        const resources = new Map<string, unknown>()
        for (const caller of memory.callers) {
          const theirs = fieldsOf(await upstream('GET', '/tokens/scope-options', undefined, caller))
          for (const resource of asList(theirs.resources)) resources.set(`${resource.service} ${resource.id}`, resource)
        }
        return withBody(answer, { ...fieldsOf(answer), resources: [...resources.values()] })
      },
    },
  },
]
