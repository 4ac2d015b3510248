import { seedRoles } from '../../../../src/model/access/roles.ts'
import { seedUpstreams } from '../../../../src/model/areas/registry/state/upstream-catalog.ts'
import type { EventBody, OperationId } from '../../../../src/model/request/operation-types.ts'
import { makeModel, type Options } from '../../support.ts'
import { conforming } from '../conforming.ts'

export const LAYER = { digest: 'sha256:base', sizeBytes: 1000 }
export const RULE = {
  name: 'release',
  issuer: 'https://ci.acme.example',
  audience: 'registry.acme.example',
  subjectPattern: 'repo:acme/shop:*',
  mode: 'readwrite',
  repoPrefixes: ['web/'],
}
export const CLAIMS = { iss: RULE.issuer, aud: RULE.audience, sub: 'repo:acme/shop:ref:main', exp: 1_900_000_000 }

/** An ID token that nobody has signed: whether to believe it is the door's business. */
export function idToken(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part(claims)}.`
}

/** Two organizations with the catalog of upstreams and the built-in roles; acme has the registry storefront. */
export function makeRegistry(options: Options = {}) {
  const model = makeModel(options)
  const call = conforming(model.call)
  for (const org of ['acme', 'globex'])
    model.seed((world, choices) => seedUpstreams(seedRoles(world, org, choices), org, choices))
  const create = (slug: string, more: object = {}, actor = 'owner') =>
    call('createRegistry', actor, { body: { slug, ...more } })
  create('storefront')
  const in_ = (slug: string, actor: string) => {
    const ask = <Id extends OperationId>(id: Id, query: Record<string, string> = {}) =>
      call(id, actor, { parameters: { slug }, query })
    return {
      detail: () => ask('getRegistry'),
      remove: () => ask('deleteRegistry'),
      repositories: () => ask('listRepositories').body.repositories,
      tags: (repo: string) => ask('listTags', { repo }),
      manifests: (repo: string) => ask('listManifests', { repo }),
      deleteTag: (repo: string, tag: string, purge?: string) =>
        ask('deleteTag', { repo, tag, ...(purge !== undefined && { purge }) }),
      deleteManifest: (repo: string, digest: string) => ask('deleteManifest', { repo, digest }),
      deleteRepository: (repo: string) => ask('deleteRepository', { repo }),
      keys: () => ask('listRegistryKeys').body.keys,
      key: (body: object = {}) =>
        call('createRegistryKey', actor, { parameters: { slug }, body: { name: 'ci', mode: 'readwrite', ...body } }),
      revokeKey: (keyId: string) => call('revokeRegistryKey', actor, { parameters: { slug, keyId } }),
      rules: () => ask('listOidcRules').body.rules,
      rule: (body: object = {}) => call('createOidcRule', actor, { parameters: { slug }, body: { ...RULE, ...body } }),
      deleteRule: (id: number) => call('deleteOidcRule', actor, { parameters: { slug, id: String(id) } }),
      upstreamLogins: () => ask('listUpstreamCredentials').body.upstreamCredentials,
      setLogin: (host: string, body: object = { username: 'acme', password: 'hunter-two' }) =>
        call('setUpstreamCredential', actor, { parameters: { slug, host }, body }),
      deleteLogin: (host: string) => call('deleteUpstreamCredential', actor, { parameters: { slug, host } }),
    }
  }
  const login = (body: object = {}, actor = 'owner') => call('createLoginCredential', actor, { body })
  const logout = (keyId: string, actor = 'owner') => call('revokeLoginCredential', actor, { parameters: { keyId } })
  const push = (repository: string, more: Partial<EventBody<'imagePushed'>> = {}) =>
    model.happen('imagePushed', { registry: 'storefront', repository, layers: [LAYER], ...more })
  /** What the data plane says to a username and password: yes, or why not. */
  const tries = (
    username: string,
    password: string,
    action: string,
    repository = 'web/shop',
    registry = 'storefront',
  ) => {
    const { allowed, reason } = call('authorizeDataPlane', undefined, {
      body: { username, password, registry, repository, action },
    }).body
    return allowed ? 'yes' : reason
  }
  const exchange = (claims: object = CLAIMS, registry = 'storefront') =>
    call('exchangeOidcToken', undefined, { body: { registry, token: idToken(claims) } })
  return { ...model, call, create, storefront: in_('storefront', 'owner'), in_, login, logout, push, tries, exchange }
}
