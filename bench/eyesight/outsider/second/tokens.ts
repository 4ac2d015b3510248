import { edit, type OutsiderFault } from '../fault.ts'

/** Mistakes of a third person, in the tokens of the candidate. */
export const SECOND_TOKENS: readonly OutsiderFault[] = [
  {
    id: 'b-token-second-resource-unchecked',
    areas: ['tokens', 'uptime'],
    kind: 'isolation',
    statement: 'TOK-04',
    wrong:
      "Only the first resource of a scope is looked up, so its owner can name another organization's as the second.",
    requestsAlone: true,
    edits: [
      edit('tokens.mjs', 'for (const wanted of resourceIds) {', 'for (const wanted of resourceIds.slice(0, 1)) {'),
    ],
    shownBy: [
      'owner POST /uptime/services {"name":"ours"}',
      'outsider POST /uptime/services {"name":"theirs"}',
      'owner POST /tokens {"name":"t","scope":[{"role":"uptime-viewer","resourceIds":["$0.id","$1.id"]}]}',
    ],
    differsAt: '2.status',
  },
  {
    id: 'b-token-listed-under-acting-organization',
    areas: ['tokens'],
    kind: 'isolation',
    statement: 'TOK-02',
    wrong: 'Somebody in two organizations sees all their tokens listed as bound to the one they act for now.',
    requestsAlone: true,
    edits: [edit('tokens.mjs', 'orgSlug: token.orgSlug,', 'orgSlug: ctx.org.slug,')],
    shownBy: ['eastOwner POST /tokens {"name":"t"}', 'owner GET /tokens'],
    differsAt: '1.body.tokens.0.orgSlug',
  },
  {
    id: 'b-token-scope-needs-resource-ids',
    areas: ['tokens'],
    kind: 'guard',
    statement: 'TOK-02',
    wrong: 'A token narrowed by role alone is refused: the optional resourceIds are demanded.',
    requestsAlone: true,
    edits: [
      edit(
        'tokens.mjs',
        'const resourceIds =',
        "if (!Array.isArray(grant.resourceIds)) check.bad('resourceIds: an array is needed')\n  const resourceIds =",
      ),
    ],
    shownBy: ['owner POST /tokens {"name":"t","scope":[{"role":"uptime-viewer"}]}'],
    differsAt: '0.status',
  },
  {
    id: 'b-token-narrowing-lifted-by-other-grant',
    areas: ['tokens', 'uptime'],
    kind: 'isolation',
    statement: 'TOK-06',
    wrong:
      'A token narrowed to one uptime service sees all of them once it also has a grant of another area without ids.',
    requestsAlone: true,
    edits: [
      edit(
        'auth.mjs',
        'const whole = grants.some((grant) => grant.resourceIds.length === 0)',
        'const whole = caller.token.scope.some((grant) => grant.resourceIds.length === 0)',
      ),
    ],
    shownBy: [
      'owner POST /uptime/services {"name":"one"}',
      'owner POST /uptime/services {"name":"two"}',
      'owner POST /tokens {"name":"t","scope":[{"role":"uptime-viewer","resourceIds":["$0.id"]},{"role":"oncall-responder"}]}',
      'key:$2.key GET /uptime/services',
    ],
    differsAt: '3.body.services.length',
  },
  {
    id: 'b-token-viewer-deletes',
    areas: ['tokens', 'uptime'],
    kind: 'guard',
    statement: 'TOK-06',
    wrong: 'A token narrowed to a viewer role can delete, since DELETE is not counted among the writes.',
    requestsAlone: true,
    edits: [
      edit(
        'routes.mjs',
        "level: method === 'GET' ? 'read' : 'write',",
        "level: ['POST', 'PUT', 'PATCH'].includes(method) ? 'write' : 'read',",
      ),
    ],
    shownBy: [
      'owner POST /uptime/services {"name":"one"}',
      'owner POST /tokens {"name":"t","scope":[{"role":"uptime-viewer"}]}',
      'key:$1.key DELETE /uptime/services/$0.id',
    ],
    differsAt: '2.status',
  },
  {
    id: 'b-token-last-request-not-iso',
    areas: ['tokens'],
    kind: 'schema',
    statement: 'GEN-03',
    wrong:
      'Once a token has been used, its lastRequest is listed in the form of HTTP headers, which no ISO 8601 parser takes.',
    requestsAlone: true,
    edits: [
      edit(
        'tokens.mjs',
        'lastRequest: iso(token.lastRequest ?? unused),',
        'lastRequest: token.lastRequest === undefined ? iso(unused) : new Date(token.lastRequest).toUTCString(),',
      ),
    ],
    shownBy: ['owner POST /tokens {"name":"t"}', 'key:$0.key GET /tokens', 'owner GET /tokens'],
    differsAt: '2.body.tokens.0.lastRequest.length',
  },
  {
    id: 'b-token-start-holds-the-key',
    areas: ['tokens'],
    variant: 'b',
    kind: 'secrecy',
    statement: 'TOK-03',
    wrong:
      'The start in the list is what follows the prefix instead of the first letters, so whoever reads the list has the key.',
    requestsAlone: true,
    edits: [
      edit(
        'tokens.mjs',
        'start: key.slice(0, choice.tokenStartLength),',
        'start: key.slice(choice.tokenKeyPrefix.length),',
      ),
    ],
    shownBy: ['owner POST /tokens {"name":"t"}', 'owner GET /tokens'],
    differsAt: '1.body.tokens.0.start.length',
  },
  {
    id: 'b-token-acts-at-home',
    areas: ['tokens', 'uptime'],
    kind: 'isolation',
    statement: 'TOK-02',
    wrong: "A token minted while acting for a second organization opens its owner's first one.",
    requestsAlone: true,
    edits: [
      edit(
        'tokens.mjs',
        'world.credentials.set(hashOf(key), { user, org, role: ctx.caller.role, token })',
        'const home = [...world.orgs.values()].find(({ people }) => people.has(user.id)) ?? org\n    world.credentials.set(hashOf(key), { user, org: home, role: ctx.caller.role, token })',
      ),
    ],
    shownBy: ['eastOwner POST /tokens {"name":"t"}', 'key:$0.key GET /uptime/ping'],
    differsAt: '1.status',
  },
]
