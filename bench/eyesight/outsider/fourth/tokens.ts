import { edit, type OutsiderFault } from '../fault.ts'

export const FOURTH_TOKENS: readonly OutsiderFault[] = [
  {
    id: 'd-second-grant-of-a-role-replaces-the-first',
    areas: ['tokens', 'uptime'],
    kind: 'side effect',
    statement: 'TOK-02',
    wrong:
      'Whoever names the same role twice in a scope, each time for other resources, gets a token for the last ones only.',
    requestsAlone: true,
    edits: [
      edit(
        'tokens.mjs',
        `      name,
      scope,
      orgSlug: org.slug,`,
        `      name,
      scope: [...new Map(scope.map((grant) => [grant.role, grant])).values()],
      orgSlug: org.slug,`,
      ),
    ],
    shownBy: [
      'owner POST /uptime/services {"name":"one"}',
      'owner POST /uptime/services {"name":"two"}',
      'owner POST /tokens {"name":"t","scope":[{"role":"uptime-viewer","resourceIds":["$0.id"]},{"role":"uptime-viewer","resourceIds":["$1.id"]}]}',
      'key:$2.key GET /uptime/services',
    ],
    differsAt: '3.body.services.length',
  },
  {
    id: 'd-only-the-first-grant-opens-doors',
    areas: ['tokens', 'uptime'],
    kind: 'guard',
    statement: 'TOK-06',
    wrong: 'A token narrowed to two roles is refused everything the second role allows.',
    requestsAlone: true,
    edits: [edit('auth.mjs', '  return scope.filter((grant) => {', '  return scope.slice(0, 1).filter((grant) => {')],
    shownBy: [
      'owner POST /tokens {"name":"t","scope":[{"role":"oncall-viewer"},{"role":"uptime-editor"}]}',
      'key:$0.key POST /uptime/services {"name":"made with the second role"}',
    ],
    differsAt: '1.status',
  },
  {
    id: 'd-token-acts-for-the-home-organization',
    areas: ['tokens', 'uptime'],
    kind: 'isolation',
    statement: 'TOK-02',
    wrong:
      'A token minted while acting for one organization says so, but works in the organization its owner first belonged to.',
    requestsAlone: true,
    edits: [
      edit(
        'tokens.mjs',
        'world.credentials.set(hashOf(key), { user, org, role: ctx.caller.role, token })',
        'const home = [...world.orgs.values()].find((one) => one.people.has(user.id)) ?? org\n    world.credentials.set(hashOf(key), { user, org: home, role: ctx.caller.role, token })',
      ),
    ],
    shownBy: ['eastOwner POST /tokens {"name":"for east"}', 'key:$0.key GET /uptime/ping'],
    differsAt: '1.status',
  },
  {
    id: 'd-token-use-puts-off-its-expiry',
    areas: ['tokens'],
    kind: 'time',
    statement: 'TOK-06',
    wrong: 'A token that is used goes on living: each request moves its expiry as far again into the future.',
    requestsAlone: false,
    edits: [
      edit(
        'auth.mjs',
        '    caller.token.lastRequest = now',
        '    caller.token.expiresAt += now - (caller.token.lastRequest ?? caller.token.createdAt)\n    caller.token.lastRequest = now',
      ),
    ],
    shownBy: [
      'owner POST /tokens {"name":"short","expiresIn":60}',
      'event advanceClock {"by":"PT40S"}',
      'key:$0.key GET /tokens',
      'event advanceClock {"by":"PT40S"}',
      'key:$0.key GET /tokens',
    ],
    differsAt: '4.status',
  },
  {
    id: 'd-last-request-in-the-log-format',
    areas: ['tokens'],
    kind: 'schema',
    statement: 'GEN-03',
    wrong: 'Once a token was used, its lastRequest is no ISO 8601 time any more, so clients cannot read the list.',
    requestsAlone: true,
    edits: [
      edit(
        'tokens.mjs',
        'lastRequest: iso(token.lastRequest ?? unused),',
        'lastRequest: token.lastRequest === undefined ? iso(unused) : new Date(token.lastRequest).toUTCString(),',
      ),
    ],
    shownBy: ['owner POST /tokens {"name":"used"}', 'key:$0.key GET /uptime/ping', 'owner GET /tokens'],
    differsAt: '2.body.tokens.0.lastRequest.length',
  },
  {
    id: 'd-roles-of-no-service-are-not-offered',
    areas: ['tokens'],
    kind: 'schema',
    statement: 'TOK-05',
    wrong:
      'The scope options join roles with services, so custom roles, which belong to no service, are never offered.',
    requestsAlone: true,
    edits: [
      edit(
        'tokens.mjs',
        'filter((role) => mayGrant(role, ctx.caller.role))',
        'filter((role) => role.service !== undefined && mayGrant(role, ctx.caller.role))',
      ),
    ],
    shownBy: ['owner GET /tokens/scope-options'],
    differsAt: '0.body.roles.length',
  },
  {
    id: 'd-deleted-monitors-offered-for-scopes',
    areas: ['tokens', 'uptime'],
    kind: 'side effect',
    statement: 'TOK-05',
    wrong: 'Monitors that were deleted are still offered as resources of a token scope, although nobody can read them.',
    requestsAlone: true,
    edits: [
      edit(
        'tokens.mjs',
        '[...org.uptimeServices.values(), ...org.monitors.values()]',
        '[...org.uptimeServices.values(), ...org.monitors.values(), ...org.deletedMonitors.values()]',
      ),
    ],
    shownBy: [
      'owner POST /uptime/monitors {"name":"m","kind":"http","intervalSeconds":60,"vantages":["hel"],"http":{"url":"https://a.example/"}}',
      'owner DELETE /uptime/monitors/$0.id',
      'owner GET /tokens/scope-options',
    ],
    differsAt: '2.body.resources.length',
  },
  {
    id: 'd-only-the-first-resource-of-a-grant-checked',
    areas: ['tokens', 'uptime'],
    kind: 'guard',
    statement: 'TOK-04',
    wrong:
      'A scope may name a resource of another organization as long as the first one it names is one the owner can see.',
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
    id: 'd-reading-role-may-patch',
    areas: ['tokens', 'uptime'],
    kind: 'guard',
    statement: 'TOK-06',
    wrong: 'Only POST and DELETE count as writing, so a token narrowed to a reading role can rename services by PATCH.',
    requestsAlone: true,
    edits: [
      edit(
        'routes.mjs',
        "level: method === 'GET' ? 'read' : 'write',",
        "level: ['POST', 'DELETE'].includes(method) ? 'write' : 'read',",
      ),
    ],
    shownBy: [
      'owner POST /uptime/services {"name":"before"}',
      'owner POST /tokens {"name":"t","scope":[{"role":"uptime-viewer"}]}',
      'key:$1.key PATCH /uptime/services/$0.id {"name":"after"}',
    ],
    differsAt: '2.status',
  },
  {
    id: 'd-token-of-the-same-name-hands-out-the-old-key',
    areas: ['tokens'],
    kind: 'secrecy',
    statement: 'TOK-03',
    wrong:
      'Creating a token under a name that is there already counts as a retry and answers with the old token and its key again.',
    requestsAlone: true,
    edits: [
      edit(
        'tokens.mjs',
        '    const key = newSecret(choice.tokenKeyPrefix)',
        '    const same = user.tokens.find((one) => one.name === name && one.orgSlug === org.slug)\n    if (same) return { id: same.id, key: same.secret, orgSlug: org.slug }\n    const key = newSecret(choice.tokenKeyPrefix)',
      ),
      edit('tokens.mjs', '      lastRequest: undefined,', '      lastRequest: undefined,\n      secret: key,'),
    ],
    shownBy: [
      'owner POST /tokens {"name":"deploy"}',
      'owner POST /tokens {"name":"deploy","scope":[{"role":"uptime-viewer"}]}',
      'owner GET /tokens',
    ],
    differsAt: '2.body.tokens.length',
  },
]
