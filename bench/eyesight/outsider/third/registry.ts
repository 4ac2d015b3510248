import { edit, type OutsiderFault } from '../fault.ts'
import { INTERLEAVED_SECOND, WAIT } from './interleaved.ts'

const registry = (slug = 'shop') => `owner POST /registry {"slug":"${slug}"}`
const LOGIN = 'owner POST /registry/session/credentials'
const push = (repository: string, tags: string) =>
  `event imagePushed {"registry":"shop","repository":"${repository}","tags":["${tags}"]}`
const rule = (name: string) =>
  `owner POST /registry/shop/trust {"name":"${name}","issuer":"https://ci.example","audience":"shop","subjectPattern":"${name}:*","mode":"pull"}`

/** Mistakes in registries. */
export const REGISTRY: readonly OutsiderFault[] = [
  {
    id: 'c-payment-for-the-first-only',
    areas: ['registry'],
    kind: 'guard',
    statement: 'REG-04',
    wrong: 'An organization that already has a registry creates more of them without an active payment method.',
    requestsAlone: false,
    edits: [
      edit(
        'registries.ts',
        "if (!org.paying && !ctx.fault('registry-without-payment'))",
        'if (!org.paying && ![...world.registries.values()].some((one) => one.org === org.slug))',
      ),
    ],
    shownBy: [registry('one'), 'event paymentMethodChanges {"active":false}', registry('two')],
    differsAt: '2.status',
  },
  {
    id: 'c-pull-only-if-narrowed',
    areas: ['registry'],
    kind: 'guard',
    statement: 'REG-06',
    wrong: 'A login credential asked for as read-only writes, unless it was narrowed to one registry too.',
    requestsAlone: true,
    edits: [
      edit('registry-access.ts', 'mode: pullOnly || !writes', 'mode: (pullOnly && narrowed !== undefined) || !writes'),
    ],
    shownBy: [registry(), `${LOGIN} {"pullOnly":true}`],
    differsAt: '1.body.scope.0.mode',
  },
  {
    id: 'c-login-renewed-by-use',
    areas: ['registry'],
    kind: 'time',
    statement: 'REG-06',
    wrong: 'A login credential in constant use never ends, because each use gives it another hour.',
    requestsAlone: false,
    edits: [
      edit(
        'data-plane.ts',
        "return 'this credential only pulls'\n  return undefined",
        "return 'this credential only pulls'\n  credential.expiresAt = use.at + HOUR\n  return undefined",
      ),
    ],
    shownBy: [
      registry(),
      `${LOGIN} {}`,
      'event advanceClock {"by":"PT50M"}',
      'event credentialUsed {"kind":"login-credential","secret":"$1.password","registry":"shop"}',
      'event advanceClock {"by":"PT50M"}',
      'event credentialUsed {"kind":"login-credential","secret":"$1.password","registry":"shop"}',
    ],
    differsAt: '5.body.accepted',
  },
  {
    id: 'c-login-for-the-first-ten',
    areas: ['registry'],
    kind: 'pagination',
    statement: 'REG-06',
    wrong: 'A login credential opens only the first ten of the registries the caller can reach, one page of them.',
    requestsAlone: true,
    edits: [edit('registry-access.ts', 'const own = reachable(ctx)', 'const own = reachable(ctx).slice(0, 10)')],
    shownBy: [...Array.from({ length: 11 }, (_, at) => registry(`shop-${at}`)), `${LOGIN} {}`],
    differsAt: '11.body.scope.length',
  },
  {
    id: 'c-used-key-survives-revocation',
    areas: ['registry'],
    kind: 'side effect',
    statement: 'REG-18',
    wrong: 'A registry key that was used before goes on opening the registry after it was revoked.',
    requestsAlone: false,
    edits: [
      edit(
        'data-plane.ts',
        "if (key.revokedAt !== undefined) return 'revoked'",
        "if (key.revokedAt !== undefined && key.lastUsedAt === undefined) return 'revoked'",
      ),
    ],
    shownBy: [
      registry(),
      'owner POST /registry/shop/keys {"name":"ci","mode":"pull"}',
      'event credentialUsed {"kind":"registry-key","secret":"$1.secret","registry":"shop"}',
      'owner DELETE /registry/shop/keys/$1.keyId',
      'event credentialUsed {"kind":"registry-key","secret":"$1.secret","registry":"shop"}',
    ],
    differsAt: '4.body.accepted',
  },
  {
    id: 'c-rule-numbered-by-count',
    areas: ['registry'],
    kind: 'side effect',
    statement: 'REG-15',
    wrong: 'A rule created after another was deleted takes the place of a third one, which is lost.',
    requestsAlone: true,
    edits: [edit('registry-access.ts', 'const id = world.number()', 'const id = registry.rules.size + 1')],
    shownBy: [
      registry(),
      rule('one'),
      rule('two'),
      'owner DELETE /registry/shop/trust/$1.id',
      rule('three'),
      'owner GET /registry/shop/trust',
    ],
    differsAt: '5.body.rules.length',
  },
  {
    id: 'c-last-tag-of-the-repository',
    areas: ['registry'],
    kind: 'side effect',
    statement: 'REG-11',
    wrong: 'Purging the last tag of an image leaves the image, if other images of the repository have tags.',
    requestsAlone: false,
    edits: [
      edit(
        'images.ts',
        'const last = tagsOf(repository, tag.digest).length === 1',
        'const last = repository.tags.size === 1',
      ),
    ],
    shownBy: [
      registry(),
      push('web', 'v1'),
      push('web', 'v2'),
      'owner DELETE /registry/shop/repository/tags?repo=web&tag=v1&purge=true',
    ],
    differsAt: '3.body.purged',
  },
  {
    id: 'c-repositories-deleted-by-prefix',
    areas: ['registry'],
    kind: 'side effect',
    statement: 'REG-17',
    wrong: 'Deleting a repository also deletes those whose names begin with its name.',
    requestsAlone: false,
    edits: [
      edit(
        'images.ts',
        "if (!ctx.fault('repository-stays')) registry.repositories.delete(repository.name)",
        'for (const name of [...registry.repositories.keys()])\n      if (name.startsWith(repository.name)) registry.repositories.delete(name)',
      ),
    ],
    shownBy: [
      registry(),
      push('web', 'v1'),
      push('web-admin', 'v1'),
      'owner DELETE /registry/shop/repository?repo=web',
      'owner GET /registry/shop',
    ],
    differsAt: '4.body.repositoryCount',
  },
  {
    id: 'c-upstream-password-answered',
    areas: ['registry'],
    kind: 'secrecy',
    statement: 'REG-19',
    wrong: 'The answer to setting an upstream credential holds the password.',
    requestsAlone: true,
    edits: [edit('registry-access.ts', 'return { upstream, username }', 'return { upstream, username, password }')],
    shownBy: [registry(), 'owner PUT /registry/shop/cache/logins/docker.io {"username":"shop","password":"hush-hush"}'],
    differsAt: '1.body.password',
  },
  {
    id: 'c-key-admin-of-any-registry',
    areas: ['registry', 'iam'],
    kind: 'guard',
    statement: 'REG-10',
    wrong: 'Somebody with registry.key.admin on one registry mints keys for another, which they may only read.',
    requestsAlone: false,
    edits: [
      edit(
        'registry-access.ts',
        "ctx.reachOf('registry.key.admin').to(registry.slug)",
        "ctx.reachOf('registry.key.admin').some",
      ),
    ],
    shownBy: [
      registry('one'),
      registry('two'),
      'event roleChanges {"userId":"usr_3","grants":[{"role":"registry.manager","resourceIds":["one"]},{"role":"registry.viewer"}]}',
      'member POST /registry/two/keys {"name":"ci","mode":"pull"}',
    ],
    differsAt: '3.status',
  },
  {
    id: 'c-forgotten-tag-means-latest',
    areas: ['registry'],
    kind: 'guard',
    statement: 'REG-24',
    wrong: 'A deletion that names no tag deletes the tag latest.',
    requestsAlone: false,
    edits: [edit('images.ts', "const name = needed(ctx, 'tag')", "const name = ctx.query.get('tag') || 'latest'")],
    shownBy: [registry(), push('web', 'latest'), 'owner DELETE /registry/shop/repository/tags?repo=web'],
    differsAt: '2.status',
  },
  {
    id: 'c-slug-taken-twice-at-once',
    areas: ['registry'],
    kind: 'concurrency',
    statement: 'REG-03',
    wrong: 'Two organizations that ask for a slug at the same time both get it, and one of the registries is lost.',
    requestsAlone: true,
    edits: [
      ...INTERLEAVED_SECOND,
      edit('registries.ts', '  createRegistry(ctx) {', '  async createRegistry(ctx) {'),
      edit(
        'registries.ts',
        'world.registries.set(slug, registry)',
        `${WAIT}\n    world.registries.set(slug, registry)`,
      ),
    ],
    shownBy: ['owner POST /registry {"slug":"shop"} || outsider POST /registry {"slug":"shop"}'],
    differsAt: '0.status',
  },
]
