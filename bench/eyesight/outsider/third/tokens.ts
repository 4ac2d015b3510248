import { edit, type OutsiderFault } from '../fault.ts'
import { INTERLEAVED, WAIT } from './interleaved.ts'

const monitor = (who: string, name: string) =>
  `${who} POST /uptime/monitors {"name":"${name}","kind":"http","intervalSeconds":60,"vantages":["hel"],"http":{"url":"https://${name}.example"}}`

/** Mistakes with personal tokens. */
export const TOKENS: readonly OutsiderFault[] = [
  {
    id: 'c-token-start-is-the-key',
    areas: ['tokens'],
    kind: 'secrecy',
    statement: 'TOK-03',
    wrong: 'Whoever reads the list of tokens sees each whole key, as its start.',
    requestsAlone: true,
    edits: [edit('tokens.mjs', 'start: key.slice(0, choice.tokenStartLength)', 'start: key')],
    shownBy: ['owner POST /tokens {"name":"ci"}', 'owner GET /tokens'],
    differsAt: '1.body.tokens.0.start.length',
  },
  {
    id: 'c-token-slug-of-the-reader',
    areas: ['tokens'],
    kind: 'isolation',
    statement: 'TOK-02',
    wrong: 'Somebody in two organizations sees a token of the one as bound to the other, in which they happen to act.',
    requestsAlone: true,
    edits: [edit('tokens.mjs', 'orgSlug: token.orgSlug,', 'orgSlug: ctx.org.slug,')],
    shownBy: ['eastOwner POST /tokens {"name":"ci"}', 'owner GET /tokens'],
    differsAt: '1.body.tokens.0.orgSlug',
  },
  {
    id: 'c-token-wide-by-its-other-grant',
    areas: ['tokens', 'uptime'],
    kind: 'isolation',
    statement: 'TOK-06',
    wrong: 'A token narrowed to one monitor sees them all as soon as it also has an unnarrowed role in another area.',
    requestsAlone: true,
    edits: [
      edit(
        'auth.mjs',
        'const whole = grants.some((grant) => grant.resourceIds.length === 0)',
        'const whole = caller.token.scope.some((grant) => grant.resourceIds.length === 0)',
      ),
    ],
    shownBy: [
      monitor('owner', 'one'),
      monitor('owner', 'two'),
      'owner POST /tokens {"name":"narrow","scope":[{"role":"uptime-viewer","resourceIds":["$0.id"]},{"role":"oncall-viewer"}]}',
      'key:$2.key GET /uptime/monitors',
    ],
    differsAt: '3.body.monitors.length',
  },
  {
    id: 'c-token-viewer-may-delete',
    areas: ['tokens', 'uptime'],
    kind: 'guard',
    statement: 'TOK-06',
    wrong: 'A token narrowed to a viewing role deletes monitors, because only requests with a body count as writes.',
    requestsAlone: true,
    edits: [
      edit(
        'routes.mjs',
        "level: method === 'GET' ? 'read' : 'write'",
        "level: ['POST', 'PUT', 'PATCH'].includes(method) ? 'write' : 'read'",
      ),
    ],
    shownBy: [
      monitor('owner', 'one'),
      'owner POST /tokens {"name":"viewer","scope":[{"role":"uptime-viewer"}]}',
      'key:$1.key DELETE /uptime/monitors/$0.id',
    ],
    differsAt: '2.status',
  },
  {
    id: 'c-token-scope-second-id-unchecked',
    areas: ['tokens', 'uptime'],
    kind: 'guard',
    statement: 'TOK-04',
    wrong: "A scope that names one of its owner's own monitors first may name another organization's after it.",
    requestsAlone: true,
    edits: [
      edit('tokens.mjs', 'for (const wanted of resourceIds) {', 'for (const wanted of resourceIds.slice(0, 1)) {'),
    ],
    shownBy: [
      monitor('outsider', 'theirs'),
      monitor('owner', 'ours'),
      'owner POST /tokens {"name":"wide","scope":[{"role":"uptime-viewer","resourceIds":["$1.id","$0.id"]}]}',
    ],
    differsAt: '2.status',
  },
  {
    id: 'c-token-last-request-as-number',
    areas: ['tokens'],
    kind: 'schema',
    statement: 'TOK-01',
    wrong: 'Once a token has been used, its owner reads a count of milliseconds as the time of its last request.',
    requestsAlone: true,
    edits: [
      edit(
        'tokens.mjs',
        'lastRequest: iso(token.lastRequest ?? unused)',
        'lastRequest: token.lastRequest ? String(token.lastRequest) : iso(unused)',
      ),
    ],
    shownBy: ['owner POST /tokens {"name":"ci"}', 'key:$0.key GET /tokens', 'owner GET /tokens'],
    differsAt: '2.body.tokens.0.lastRequest.length',
  },
  {
    id: 'c-token-whole-grant-without-ids',
    areas: ['tokens'],
    kind: 'schema',
    statement: 'TOK-01',
    wrong: 'The owner of a token with an unnarrowed role finds no resourceIds in its scope.',
    requestsAlone: true,
    edits: [
      edit(
        'tokens.mjs',
        "scope: ctx.fault('token-scope-lost') ? [] : token.scope,",
        'scope: token.scope.map(({ resourceIds, ...grant }) => (resourceIds.length > 0 ? { ...grant, resourceIds } : grant)),',
      ),
    ],
    shownBy: ['owner POST /tokens {"name":"viewer","scope":[{"role":"uptime-viewer"}]}', 'owner GET /tokens'],
    differsAt: '1.body.tokens.0.scope.0.resourceIds',
  },
  {
    id: 'c-token-lost-beside-another',
    areas: ['tokens'],
    kind: 'concurrency',
    statement: 'TOK-02',
    wrong: 'Of two tokens that somebody mints at the same time, only one is in their list.',
    requestsAlone: true,
    edits: [
      ...INTERLEAVED,
      edit('tokens.mjs', '  createToken(ctx) {', '  async createToken(ctx) {'),
      edit(
        'tokens.mjs',
        'user.tokens.push(token)',
        `const before = [...user.tokens]\n    ${WAIT}\n    user.tokens = [...before, token]`,
      ),
    ],
    shownBy: ['owner POST /tokens {"name":"one"} || owner POST /tokens {"name":"two"}', 'owner GET /tokens'],
    differsAt: '1.body.tokens.length',
  },
]
