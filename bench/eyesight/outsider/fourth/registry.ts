import { edit, type OutsiderFault } from '../fault.ts'

export const FOURTH_REGISTRY: readonly OutsiderFault[] = [
  {
    id: 'd-login-narrowed-by-the-beginning-of-the-slug',
    areas: ['registry'],
    kind: 'isolation',
    statement: 'REG-06',
    wrong: 'A login narrowed to one registry also opens those whose slug begins the same.',
    requestsAlone: true,
    edits: [
      edit(
        'registry-access.ts',
        'own.filter(({ slug }) => slug === narrowed)',
        'own.filter(({ slug }) => slug.startsWith(narrowed))',
      ),
    ],
    shownBy: [
      'owner POST /registry {"slug":"shop"}',
      'owner POST /registry {"slug":"shop-internal"}',
      'owner POST /registry/session/credentials {"registry":"shop"}',
    ],
    differsAt: '2.body.scope.length',
  },
  {
    id: 'd-pull-only-false-is-pull-only',
    areas: ['registry'],
    kind: 'guard',
    statement: 'REG-06',
    wrong: 'Whoever says pullOnly false gets a login that only pulls: that the field is there is enough.',
    requestsAlone: true,
    edits: [
      edit(
        'registry-access.ts',
        "(read.maybe(body, 'pullOnly', read.boolean) ?? false) && !fault('pull-only-ignored')",
        "read.maybe(body, 'pullOnly', read.boolean) !== undefined",
      ),
    ],
    shownBy: ['owner POST /registry {"slug":"shop"}', 'owner POST /registry/session/credentials {"pullOnly":false}'],
    differsAt: '1.body.scope.0.mode',
  },
  {
    id: 'd-logout-of-one-logs-out-all',
    areas: ['registry'],
    kind: 'side effect',
    statement: 'REG-12',
    wrong: 'Revoking one login credential revokes every login credential of the organization.',
    requestsAlone: false,
    edits: [
      edit(
        'registry-access.ts',
        "if (!ctx.fault('logout-without-effect')) credential.revoked = true",
        'for (const one of ctx.world.loginCredentials.values()) if (one.org === credential.org) one.revoked = true',
      ),
    ],
    shownBy: [
      'owner POST /registry {"slug":"shop"}',
      'owner POST /registry/session/credentials {}',
      'admin POST /registry/session/credentials {}',
      'owner DELETE /registry/session/credentials/$1.username',
      'event credentialUsed {"kind":"login-credential","secret":"$2.password"}',
    ],
    differsAt: '4.body.accepted',
  },
  {
    id: 'd-only-the-first-prefix-of-a-key-counts',
    areas: ['registry'],
    kind: 'guard',
    statement: 'REG-22',
    wrong: 'A key for two prefixes is refused in repositories under the second.',
    requestsAlone: false,
    edits: [
      edit(
        'data-plane.ts',
        'return prefixes.some((prefix) => repository.startsWith(prefix))',
        "return repository.startsWith(prefixes[0] ?? '')",
      ),
    ],
    shownBy: [
      'owner POST /registry {"slug":"shop"}',
      'owner POST /registry/shop/keys {"name":"k","mode":"pull","repoPrefixes":["web/","api/"]}',
      'event credentialUsed {"kind":"registry-key","secret":"$1.secret","registry":"shop","repository":"api/server","for":"pull"}',
    ],
    differsAt: '2.body.accepted',
  },
  {
    id: 'd-rule-deleted-through-another-registry',
    areas: ['registry'],
    kind: 'isolation',
    statement: 'REG-15',
    wrong: 'An OIDC rule can be deleted under the path of a registry it does not belong to.',
    requestsAlone: true,
    edits: [
      edit(
        'registry-access.ts',
        `    const registry = registryOf(ctx)
    const id = Number(param(ctx, 'id'))
    if (!registry.rules.has(id))`,
        `    const id = Number(param(ctx, 'id'))
    const registry = reachable(ctx).find(({ rules }) => rules.has(id)) ?? registryOf(ctx)
    if (!registry.rules.has(id))`,
      ),
    ],
    shownBy: [
      'owner POST /registry {"slug":"shop"}',
      'owner POST /registry {"slug":"bank"}',
      'owner POST /registry/bank/trust {"issuer":"https://ci.example","audience":"harbor","subjectPattern":"repo:bank","mode":"pull"}',
      'owner DELETE /registry/shop/trust/$2.id',
      'owner GET /registry/bank/trust',
    ],
    differsAt: '4.body.rules.length',
  },
  {
    id: 'd-purge-takes-an-image-with-a-tag-left',
    areas: ['registry'],
    kind: 'side effect',
    statement: 'REG-11',
    wrong: 'Purging one of two tags deletes the image although the other tag still points to it.',
    requestsAlone: false,
    edits: [
      edit(
        'images.ts',
        'const last = tagsOf(repository, tag.digest).length === 1',
        'const last = tagsOf(repository, tag.digest).filter((other) => other !== name).length <= 1',
      ),
    ],
    shownBy: [
      'owner POST /registry {"slug":"shop"}',
      'event imagePushed {"registry":"shop","repository":"web","tags":["v1","latest"]}',
      'owner DELETE /registry/shop/repository/tags?repo=web&tag=v1&purge=true',
      'owner GET /registry/shop/repository/images?repo=web',
    ],
    differsAt: '3.body.manifests.length',
  },
  {
    id: 'd-image-deleted-in-every-repository',
    areas: ['registry'],
    kind: 'side effect',
    statement: 'REG-14',
    wrong: 'Deleting an image by digest in one repository also deletes the same image in the others of the registry.',
    requestsAlone: false,
    edits: [
      edit(
        'images.ts',
        `    repository.manifests.delete(digest)
    if (ctx.fault(`,
        `    for (const one of registryOf(ctx).repositories.values()) {
      for (const tag of tagsOf(one, digest)) one.tags.delete(tag)
      one.manifests.delete(digest)
    }
    if (ctx.fault(`,
      ),
    ],
    shownBy: [
      'owner POST /registry {"slug":"shop"}',
      'event imagePushed {"registry":"shop","repository":"web","digest":"sha256:aa"}',
      'event imagePushed {"registry":"shop","repository":"copy","digest":"sha256:aa"}',
      'owner DELETE /registry/shop/repository/images?repo=web&digest=sha256:aa',
      'owner GET /registry/shop/repository/images?repo=copy',
    ],
    differsAt: '4.body.manifests.length',
  },
  {
    id: 'd-registry-without-tags-counts-as-empty',
    areas: ['registry'],
    kind: 'guard',
    statement: 'REG-07',
    wrong: 'A registry whose repositories hold only untagged images can be deleted with everything in it.',
    requestsAlone: false,
    edits: [
      edit(
        'registries.ts',
        "registry.repositories.size > 0 && !ctx.fault('full-registry-deleted')",
        '[...registry.repositories.values()].some(({ tags }) => tags.size > 0)',
      ),
    ],
    shownBy: [
      'owner POST /registry {"slug":"shop"}',
      'event imagePushed {"registry":"shop","repository":"web","tags":["v1"]}',
      'owner DELETE /registry/shop/repository/tags?repo=web&tag=v1',
      'owner DELETE /registry/shop',
    ],
    differsAt: '3.status',
  },
  {
    id: 'd-upstream-login-keeps-the-first-username',
    areas: ['registry'],
    kind: 'side effect',
    statement: 'REG-19',
    wrong: 'Setting an upstream credential again answers the new username, but the old one stays.',
    requestsAlone: true,
    edits: [
      edit(
        'registry-access.ts',
        'logins.set(upstream, { upstream, username, password, createdAt: before ?? now })',
        'logins.set(upstream, { createdAt: before ?? now, upstream, username, ...logins.get(upstream), password })',
      ),
    ],
    shownBy: [
      'owner POST /registry {"slug":"shop"}',
      'owner PUT /registry/shop/cache/logins/docker.io {"username":"first","password":"p"}',
      'owner PUT /registry/shop/cache/logins/docker.io {"username":"second","password":"q"}',
      'owner GET /registry/shop/cache/logins',
    ],
    differsAt: '3.body.upstreamCredentials.0.username',
  },
  {
    id: 'd-payment-asked-for-the-first-registry-only',
    areas: ['registry'],
    kind: 'guard',
    statement: 'REG-04',
    wrong: 'An organization that lost its payment method can go on creating registries if it has one already.',
    requestsAlone: false,
    edits: [
      edit(
        'registries.ts',
        "if (!org.paying && !ctx.fault('registry-without-payment'))",
        'if (!org.paying && reachable(ctx).length === 0)',
      ),
    ],
    shownBy: [
      'owner POST /registry {"slug":"shop"}',
      'event paymentMethodChanges {"active":false}',
      'owner POST /registry {"slug":"shop-two"}',
    ],
    differsAt: '2.status',
  },
  {
    id: 'd-repository-with-a-slash-not-found',
    areas: ['registry'],
    kind: 'guard',
    statement: 'REG-08',
    wrong:
      'Tags and images of a repository with a slash in its name cannot be listed or deleted: only the part behind it is looked up.',
    requestsAlone: false,
    edits: [
      edit(
        'images.ts',
        'return registryOf(ctx).repositories.get(name)',
        "return registryOf(ctx).repositories.get(name.slice(name.lastIndexOf('/') + 1))",
      ),
    ],
    shownBy: [
      'owner POST /registry {"slug":"shop"}',
      'event imagePushed {"registry":"shop","repository":"team/web"}',
      'owner GET /registry/shop/repository/tags?repo=team/web',
    ],
    differsAt: '2.status',
  },
  {
    id: 'd-revoking-a-key-revokes-its-namesakes',
    areas: ['registry'],
    kind: 'side effect',
    statement: 'REG-18',
    wrong: 'Revoking a registry key also revokes the other keys of the same name.',
    requestsAlone: true,
    edits: [
      edit(
        'registry-access.ts',
        "if (!ctx.fault('key-revocation-without-effect')) key.revokedAt ??= now",
        'for (const one of registry.keys.values()) if (one.name === key.name) one.revokedAt ??= now',
      ),
    ],
    shownBy: [
      'owner POST /registry {"slug":"shop"}',
      'owner POST /registry/shop/keys {"name":"ci","mode":"pull"}',
      'owner POST /registry/shop/keys {"name":"ci","mode":"pull"}',
      'owner DELETE /registry/shop/keys/$1.keyId',
      'event credentialUsed {"kind":"registry-key","secret":"$2.secret","registry":"shop","for":"pull"}',
    ],
    differsAt: '4.body.accepted',
  },
  {
    id: 'd-upstream-password-answered-when-set',
    areas: ['registry'],
    kind: 'secrecy',
    statement: 'GEN-06',
    wrong: 'The answer to setting an upstream credential repeats the password.',
    requestsAlone: true,
    edits: [
      edit('registry-access.ts', '    return { upstream, username }\n', '    return { ...body, upstream, username }\n'),
    ],
    shownBy: [
      'owner POST /registry {"slug":"shop"}',
      'owner PUT /registry/shop/cache/logins/docker.io {"username":"first","password":"hush"}',
    ],
    differsAt: '1.body.password',
  },
]
