import { edit, type OutsiderFault } from '../fault.ts'
import { WAIT, WAITING_SECOND_CANDIDATE } from '../races.ts'

const SHOP = 'owner POST /registry {"slug":"shop"}'
const LOGIN = 'owner POST /registry/session/credentials {}'
const PUSH = 'event imagePushed {"registry":"shop","repository":"web","tags":["one","two"]}'
const RULE =
  'owner POST /registry/shop/trust {"issuer":"https://ci.example","audience":"a","subjectPattern":"*","mode":"pull","repoPrefixes":["web/","api/"]}'
const KEY = 'owner POST /registry/shop/keys {"name":"k","mode":"pull"}'

/** Mistakes in registries. */
export const REGISTRY_FAULTS: readonly OutsiderFault[] = [
  {
    id: 'created-registry-without-display-name',
    areas: ['registry'],
    kind: 'schema',
    statement: 'REG-02',
    wrong: 'Creating a registry answers without displayName.',
    requestsAlone: true,
    edits: [
      edit(
        'registries.ts',
        'world.registries.set(slug, registry)\n    return listed(ctx, registry)',
        'world.registries.set(slug, registry)\n    return { ...listed(ctx, registry), displayName: undefined }',
      ),
    ],
    shownBy: [SHOP],
    differsAt: '0.body.displayName',
  },
  {
    id: 'registry-region-ignored',
    areas: ['registry'],
    kind: 'side effect',
    statement: 'REG-02',
    wrong: 'Every registry is created in the first region.',
    requestsAlone: true,
    edits: [
      edit(
        'registries.ts',
        'displayName,\n      region,\n      quota',
        "displayName,\n      region: choice.regions[0] ?? '',\n      quota",
      ),
    ],
    shownBy: ['owner POST /registry {"slug":"shop","region":"eu-south"}'],
    differsAt: '0.body.region',
  },
  {
    id: 'slugs-race',
    areas: ['registry'],
    kind: 'concurrency',
    statement: 'REG-03',
    wrong: 'Two registries of one slug created at the same time are both confirmed.',
    requestsAlone: true,
    edits: [
      ...WAITING_SECOND_CANDIDATE,
      edit('registries.ts', 'createRegistry(ctx) {', 'async createRegistry(ctx) {'),
      edit(
        'registries.ts',
        "if (slugTaken(ctx, slug)) refuse(409, 'this slug is taken or reserved')",
        `if (slugTaken(ctx, slug)) refuse(409, 'this slug is taken or reserved')\n    ${WAIT}`,
      ),
    ],
    shownBy: [`${SHOP} || ${SHOP}`],
    differsAt: '0.body.1.status',
  },
  {
    id: 'pull-only-ignored-when-narrowed',
    areas: ['registry'],
    kind: 'side effect',
    statement: 'REG-06',
    wrong: 'A login credential for one registry may write, although only pulling was asked for.',
    requestsAlone: true,
    edits: [
      edit(
        'registry-access.ts',
        'mode: pullOnly || !writes.to(slug)',
        'mode: (pullOnly && narrowed === undefined) || !writes.to(slug)',
      ),
    ],
    shownBy: [SHOP, 'owner POST /registry/session/credentials {"registry":"shop","pullOnly":true}'],
    differsAt: '1.body.scope.0.mode',
  },
  {
    id: 'login-outlives-its-hour',
    areas: ['registry'],
    kind: 'time',
    statement: 'REG-06',
    wrong: 'A login credential says one hour and works for two.',
    requestsAlone: false,
    edits: [
      edit(
        'registry-access.ts',
        'scope,\n      expiresAt,\n      revoked: false',
        'scope,\n      expiresAt: expiresAt + HOUR,\n      revoked: false',
      ),
    ],
    shownBy: [
      SHOP,
      LOGIN,
      'event advanceClock {"by":"PT90M"}',
      'event credentialUsed {"kind":"login-credential","id":"$1.username","secret":"$1.password","registry":"shop"}',
    ],
    differsAt: '3.body.accepted',
  },
  {
    id: 'foreign-login-revoked',
    areas: ['registry'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong: 'Somebody of another organization can revoke a login credential.',
    requestsAlone: true,
    edits: [
      edit(
        'registry-access.ts',
        'if (credential?.org !== ctx.org.slug) return',
        'if (credential === undefined) return',
      ),
    ],
    shownBy: [SHOP, LOGIN, 'outsider DELETE /registry/session/credentials/$1.username'],
    differsAt: '2.status',
  },
  {
    id: 'tag-deletion-takes-sister-tags',
    areas: ['registry'],
    kind: 'side effect',
    statement: 'REG-11',
    wrong: 'Deleting a tag deletes every tag of the same image.',
    requestsAlone: false,
    edits: [
      edit(
        'images.ts',
        'repository.tags.delete(name)',
        'for (const one of tagsOf(repository, tag.digest)) repository.tags.delete(one)',
      ),
    ],
    shownBy: [
      SHOP,
      PUSH,
      'owner DELETE /registry/shop/repository/tags?repo=web&tag=one',
      'owner GET /registry/shop/repository/tags?repo=web',
    ],
    differsAt: '3.body.tags.length',
  },
  {
    id: 'keys-of-one-name-revoked',
    areas: ['registry'],
    kind: 'side effect',
    statement: 'REG-18',
    wrong: 'Revoking a key revokes every key of the same name.',
    requestsAlone: true,
    edits: [
      edit(
        'registry-access.ts',
        'key.revokedAt ??= now',
        'for (const one of registry.keys.values()) if (one.name === key.name) one.revokedAt ??= now',
      ),
    ],
    shownBy: [SHOP, KEY, KEY, 'owner DELETE /registry/shop/keys/$1.keyId', 'owner GET /registry/shop/keys'],
    differsAt: '4.body.keys.1.revokedAt',
  },
  {
    id: 'upstream-password-echoed',
    areas: ['registry'],
    kind: 'secrecy',
    statement: 'REG-19',
    wrong: 'Setting an upstream credential answers with the password.',
    requestsAlone: true,
    edits: [edit('registry-access.ts', 'return { upstream, username }', 'return { ...logins.get(upstream) }')],
    shownBy: [SHOP, 'owner PUT /registry/shop/cache/logins/ghcr.io {"username":"u","password":"0123456789abcdef-pw"}'],
    differsAt: '1.body.password',
  },
  {
    id: 'upstream-by-its-ending',
    areas: ['registry'],
    kind: 'guard',
    statement: 'REG-20',
    wrong: 'A host that only ends like one of the catalog is taken for it.',
    requestsAlone: true,
    edits: [edit('registry-access.ts', '({ host }) => host === upstream', '({ host }) => upstream.endsWith(host)')],
    shownBy: [SHOP, 'owner PUT /registry/shop/cache/logins/mirror.ghcr.io {"username":"u","password":"p"}'],
    differsAt: '1.status',
  },
  {
    id: 'rule-keeps-first-prefix',
    areas: ['registry'],
    kind: 'side effect',
    statement: 'REG-15',
    wrong: 'An OIDC rule keeps the first of its prefixes.',
    requestsAlone: true,
    edits: [
      edit(
        'registry-access.ts',
        'const rule: OidcRule = { ...given, id,',
        'const rule: OidcRule = { ...given, repoPrefixes: given.repoPrefixes.slice(0, 1), id,',
      ),
    ],
    shownBy: [SHOP, RULE],
    differsAt: '1.body.repoPrefixes.length',
  },
  {
    id: 'first-rule-deleted',
    areas: ['registry'],
    kind: 'side effect',
    statement: 'REG-15',
    wrong: 'Deleting an OIDC rule deletes the oldest one.',
    requestsAlone: true,
    edits: [
      edit(
        'registry-access.ts',
        'registry.rules.delete(id)',
        'registry.rules.delete([...registry.rules.keys()][0] ?? id)',
      ),
    ],
    shownBy: [SHOP, RULE, RULE, 'owner DELETE /registry/shop/trust/$2.id', 'owner GET /registry/shop/trust'],
    differsAt: '4.body.rules.0.id',
  },
  {
    id: 'registry-with-untagged-images-deleted',
    areas: ['registry'],
    kind: 'guard',
    statement: 'REG-07',
    wrong: 'A registry whose repositories hold no tagged image counts as empty.',
    requestsAlone: false,
    edits: [
      edit(
        'registries.ts',
        'if (registry.repositories.size > 0 &&',
        'if ([...registry.repositories.values()].some(({ tags }) => tags.size > 0) &&',
      ),
    ],
    shownBy: [
      SHOP,
      'event imagePushed {"registry":"shop","repository":"web","tags":["one"]}',
      'owner DELETE /registry/shop/repository/tags?repo=web&tag=one',
      'owner DELETE /registry/shop',
    ],
    differsAt: '3.status',
  },
  {
    id: 'image-deletion-takes-first-tag',
    areas: ['registry'],
    kind: 'side effect',
    statement: 'REG-14',
    wrong: 'Deleting an image deletes one of its tags and leaves the others.',
    requestsAlone: false,
    edits: [
      edit(
        'images.ts',
        'for (const tag of tagsOf(repository, digest)) repository',
        'for (const tag of tagsOf(repository, digest).slice(0, 1)) repository',
      ),
    ],
    shownBy: [
      SHOP,
      PUSH,
      'owner DELETE /registry/shop/repository/images?repo=web&digest=$1.digest',
      'owner GET /registry/shop/repository/tags?repo=web',
    ],
    differsAt: '3.body.tags.length',
  },
  {
    id: 'manifests-without-repo',
    areas: ['registry'],
    kind: 'guard',
    statement: 'REG-24',
    wrong: 'Manifests are listed without naming a repository: none.',
    requestsAlone: true,
    edits: [
      edit(
        'images.ts',
        'const repository = repositoryToList(ctx)\n    const manifests',
        "const repository = registryOf(ctx) && ctx.query.has('repo') ? repositoryToList(ctx) : undefined\n    const manifests",
      ),
    ],
    shownBy: [SHOP, 'owner GET /registry/shop/repository/images'],
    differsAt: '1.status',
  },
  {
    id: 'login-reaches-foreign-registries',
    areas: ['registry'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong: 'A login credential is good for the registries of every organization.',
    requestsAlone: true,
    edits: [
      edit(
        'registry-access.ts',
        'const own = reachable(ctx)',
        'const own = [...world.registries.values()].filter(({ slug }) => ctx.reach.to(slug))',
      ),
    ],
    shownBy: ['outsider POST /registry {"slug":"theirs"}', LOGIN],
    differsAt: '1.body.scope.length',
  },
]
