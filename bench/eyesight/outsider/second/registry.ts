import { edit, type OutsiderFault } from '../fault.ts'

const SHOP = 'owner POST /registry {"slug":"shop"}'
const push = (repository: string, more = '') =>
  `event imagePushed {"registry":"shop","repository":"${repository}"${more}}`
const rule = (name: string) =>
  `owner POST /registry/shop/trust {"name":"${name}","issuer":"https://ci.example","audience":"a","subjectPattern":"*","mode":"pull"}`

/** Mistakes of a third person, in the registry area of the second candidate. */
export const SECOND_REGISTRY: readonly OutsiderFault[] = [
  {
    id: 'b-image-deletion-takes-shared-layers',
    areas: ['registry'],
    kind: 'side effect',
    statement: 'REG-14',
    wrong: 'Deleting an image frees its layers even where another image of the repository still refers to them.',
    requestsAlone: false,
    edits: [
      edit(
        'images.ts',
        '    repository.manifests.delete(digest)\n',
        '    repository.manifests.delete(digest)\n    for (const other of repository.manifests.values())\n      other.layers = other.layers.filter((layer) => !manifest.layers.some((gone) => gone.digest === layer.digest))\n',
      ),
    ],
    shownBy: [
      SHOP,
      push('web', ',"tags":["a"],"layers":[{"digest":"sha256:one","sizeBytes":1000}]'),
      push(
        'web',
        ',"tags":["b"],"layers":[{"digest":"sha256:one","sizeBytes":1000},{"digest":"sha256:two","sizeBytes":500}]',
      ),
      'owner DELETE /registry/shop/repository/images?repo=web&digest=$1.digest',
      'owner GET /registry/shop/repository/images?repo=web',
    ],
    differsAt: '4.body.manifests.0.sizeBytes',
  },
  {
    id: 'b-purge-with-tags-left',
    areas: ['registry'],
    kind: 'side effect',
    statement: 'REG-11',
    wrong: 'Purging one of two tags deletes the image, and whoever pulls by the other tag finds nothing.',
    requestsAlone: false,
    edits: [edit('images.ts', 'const purged = purge && last', 'const purged = purge')],
    shownBy: [
      SHOP,
      push('web', ',"tags":["a","b"]'),
      'owner DELETE /registry/shop/repository/tags?repo=web&tag=a&purge=true',
      'owner GET /registry/shop/repository/images?repo=web',
    ],
    differsAt: '3.body.manifests.length',
  },
  {
    id: 'b-repositories-below-deleted-too',
    areas: ['registry'],
    kind: 'side effect',
    statement: 'REG-17',
    wrong: 'Deleting the repository web also deletes every repository whose name begins with web.',
    requestsAlone: false,
    edits: [
      edit(
        'images.ts',
        "if (!ctx.fault('repository-stays')) registry.repositories.delete(repository.name)",
        'for (const name of [...registry.repositories.keys()])\n      if (name.startsWith(repository.name)) registry.repositories.delete(name)',
      ),
    ],
    shownBy: [
      SHOP,
      push('web'),
      push('web-api'),
      'owner DELETE /registry/shop/repository?repo=web',
      'owner GET /registry/shop/repository',
    ],
    differsAt: '4.body.repositories.length',
  },
  {
    id: 'b-registry-of-untagged-images-deleted',
    areas: ['registry'],
    kind: 'guard',
    statement: 'REG-07',
    wrong: 'A registry counts as empty when it has no tags, and is deleted with the untagged images in it.',
    requestsAlone: false,
    edits: [
      edit(
        'registries.ts',
        'if (registry.repositories.size > 0 &&',
        'if ([...registry.repositories.values()].some(({ tags }) => tags.size > 0) &&',
      ),
    ],
    shownBy: [SHOP, push('web', ',"tags":[]'), 'owner DELETE /registry/shop'],
    differsAt: '2.status',
  },
  {
    id: 'b-pull-only-in-first-registry',
    areas: ['registry'],
    kind: 'guard',
    statement: 'REG-06',
    wrong: 'A login credential asked for as pull only may write in every registry but the first.',
    requestsAlone: true,
    edits: [
      edit('registry-access.ts', 'chosen).map(({ slug }) => ({', 'chosen).map(({ slug }, at) => ({'),
      edit('registry-access.ts', 'mode: pullOnly || !writes', 'mode: (pullOnly && at === 0) || !writes'),
    ],
    shownBy: [
      SHOP,
      'owner POST /registry {"slug":"depot"}',
      'owner POST /registry/session/credentials {"pullOnly":true}',
    ],
    differsAt: '2.body.scope.1.mode',
  },
  {
    id: 'b-login-outlives-its-hour',
    areas: ['registry'],
    kind: 'time',
    statement: 'REG-06',
    wrong: 'A login credential says that it ends after an hour and works for two.',
    requestsAlone: false,
    edits: [
      edit(
        'registry-access.ts',
        '      expiresAt,\n      revoked: false,',
        '      expiresAt: expiresAt + HOUR,\n      revoked: false,',
      ),
    ],
    shownBy: [
      SHOP,
      'owner POST /registry/session/credentials {}',
      'event advanceClock {"by":"PT1H30M"}',
      'event credentialUsed {"kind":"login-credential","secret":"$1.password"}',
    ],
    differsAt: '3.body.accepted',
  },
  {
    id: 'b-upstream-by-its-ending',
    areas: ['registry'],
    kind: 'guard',
    statement: 'REG-20',
    wrong: 'A login is taken for any host whose name ends like one of the catalog, such as notdocker.io.',
    requestsAlone: true,
    edits: [
      edit(
        'registry-access.ts',
        'choice.upstreams.some(({ host }) => host === upstream)',
        'choice.upstreams.some(({ host }) => upstream.endsWith(host))',
      ),
    ],
    shownBy: [SHOP, 'owner PUT /registry/shop/cache/logins/notdocker.io {"username":"u","password":"p"}'],
    differsAt: '1.status',
  },
  {
    id: 'b-slug-race',
    areas: ['registry'],
    kind: 'concurrency',
    statement: 'REG-03',
    wrong:
      'Two organizations that ask for the same slug at the same time both get it, and one of them loses its registry.',
    requestsAlone: true,
    edits: [
      edit(
        'server.ts',
        'else send(choice, response, handle({ method, url, headers, payload }))',
        'else {\n        const answered = handle({ method, url, headers, payload })\n        send(choice, response, { ...answered, body: await answered.body })\n      }',
      ),
      edit(
        'registries.ts',
        '    world.registries.set(slug, registry)\n    return listed(ctx, registry)',
        '    return new Promise((done) => setTimeout(done, 50)).then(() => {\n      world.registries.set(slug, registry)\n      return listed(ctx, registry)\n    })',
      ),
    ],
    shownBy: [`${SHOP} || outsider POST /registry {"slug":"shop"}`],
    differsAt: '0.status',
  },
  {
    id: 'b-upstream-password-answered',
    areas: ['registry'],
    kind: 'secrecy',
    statement: 'REG-19',
    wrong: 'Setting an upstream login answers with the whole stored record, the password in it.',
    requestsAlone: true,
    edits: [edit('registry-access.ts', 'return { upstream, username }', 'return logins.get(upstream)')],
    shownBy: [SHOP, 'owner PUT /registry/shop/cache/logins/docker.io {"username":"u","password":"hidden"}'],
    differsAt: '1.body.password',
  },
  {
    id: 'b-key-within-first-prefix-only',
    areas: ['registry'],
    kind: 'guard',
    statement: 'REG-22',
    wrong: 'A key with two repository prefixes is turned away under the second.',
    requestsAlone: false,
    edits: [
      edit(
        'data-plane.ts',
        'return prefixes.some((prefix) => repository.startsWith(prefix))',
        "return repository.startsWith(prefixes[0] ?? '')",
      ),
    ],
    shownBy: [
      SHOP,
      'owner POST /registry/shop/keys {"name":"ci","mode":"pull","repoPrefixes":["web/","api/"]}',
      'event credentialUsed {"kind":"registry-key","secret":"$1.secret","registry":"shop","repository":"api/one"}',
    ],
    differsAt: '2.body.accepted',
  },
  {
    id: 'b-last-rule-deleted',
    areas: ['registry'],
    kind: 'side effect',
    statement: 'REG-15',
    wrong: 'Deleting an access rule removes the one made last, so the rule that was meant goes on letting CI in.',
    requestsAlone: true,
    edits: [
      edit(
        'registry-access.ts',
        "if (!ctx.fault('rule-stays')) registry.rules.delete(id)",
        'registry.rules.delete([...registry.rules.keys()].at(-1) ?? id)',
      ),
    ],
    shownBy: [
      SHOP,
      rule('first'),
      rule('second'),
      'owner DELETE /registry/shop/trust/$1.id',
      'owner GET /registry/shop/trust',
    ],
    differsAt: '4.body.rules.0.name',
  },
]
