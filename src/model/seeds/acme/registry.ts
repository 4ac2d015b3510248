import { CAST } from '../kit/cast.ts'
import { makeDice } from '../kit/dice.ts'
import { DAY, HOUR, MINUTE } from '../kit/durations.ts'
import { idToken } from '../kit/id-token.ts'
import type { Story, Strand } from '../kit/story.ts'

const MEBIBYTE = 1024 * 1024
const ISSUER = 'https://token.actions.githubusercontent.com'
const MAIN = 'repo:acme/storefront:ref:refs/heads/main'

/** Layers that many images have in common. */
type Layers = readonly { readonly digest: string; readonly sizeBytes: number }[]

interface RepositoryPlan {
  readonly name: string
  readonly releases: number
  /** Builds between releases; each takes the tag from the one before, which stays untagged. */
  readonly builds: number
  readonly ownMebibytes: number
}

const APPS: readonly RepositoryPlan[] = [
  { name: 'storefront/web', releases: 9, builds: 4, ownMebibytes: 38 },
  { name: 'storefront/api', releases: 7, builds: 3, ownMebibytes: 22 },
  { name: 'storefront/worker', releases: 5, builds: 0, ownMebibytes: 17 },
  { name: 'tools/migrate', releases: 3, builds: 1, ownMebibytes: 9 },
]

export function registry(story: Story): void {
  story.begin(apps(story))
  story.begin(base(story))
}

/** The registry of what the organization builds, all of it on the same two layers. */
function* apps(story: Story): Strand {
  yield story.before(87 * DAY)
  const [region] = story.here.gap('registry.regions')
  story.ask(CAST.owner, 'createRegistry', {
    body: { slug: 'acme-apps', displayName: 'Applications', ...(region !== undefined && { region }) },
  })
  const shared = yield* runtime(story)
  story.begin(keys(story))
  story.begin(continuousIntegration(story))
  for (const [index, plan] of APPS.entries()) story.begin(repository(story, plan, shared, index))
}

function* runtime(story: Story): Generator<number, Layers, void> {
  yield story.here.nowMs + HOUR
  const sizes = [48 * MEBIBYTE, 31 * MEBIBYTE]
  const { layers } = story.happens('acme', 'imagePushed', {
    registry: 'acme-apps',
    repository: 'runtime/node',
    tags: ['24', 'latest'],
    layers: sizes.map((sizeBytes) => ({ sizeBytes })),
  })
  return layers.map((digest, index) => ({ digest, sizeBytes: sizes[index] ?? 0 }))
}

function* repository(story: Story, plan: RepositoryPlan, shared: Layers, index: number): Strand {
  const dice = makeDice(100 + index)
  const total = plan.releases + plan.builds
  for (let number = 0; number < total; number++) {
    yield story.before(((total - number) * 80 * DAY) / total + dice.between(0, 20) * HOUR)
    const built = number % 3 === 2 && number < plan.builds * 3
    const sizeBytes = plan.ownMebibytes * MEBIBYTE + dice.between(0, 4 * MEBIBYTE)
    story.happens('acme', 'imagePushed', {
      registry: 'acme-apps',
      repository: plan.name,
      tags: built ? ['edge'] : [`1.${number}.0`, 'latest'],
      layers: [...shared.map((layer) => ({ ...layer })), { sizeBytes }],
    })
  }
}

/** One that is used, one for pulling only, and one that was lost and revoked. */
function* keys(story: Story): Strand {
  const parameters = { slug: 'acme-apps' }
  const mint = (name: string, mode: 'pull' | 'readwrite', repoPrefixes?: string[]) =>
    story.ask(CAST.admin, 'createRegistryKey', {
      parameters,
      body: { name, mode, ...(repoPrefixes && { repoPrefixes }) },
    })
  yield story.before(86 * DAY)
  const deploy = mint('deploy', 'pull')
  const lost = mint('contractor laptop', 'readwrite', ['storefront/'])
  mint('release script', 'readwrite', ['storefront/', 'tools/'])
  yield story.before(31 * DAY)
  story.ask(CAST.owner, 'revokeRegistryKey', { parameters: { ...parameters, keyId: lost.keyId } })
  yield story.before(20 * MINUTE)
  story.happens('acme', 'credentialUsed', { kind: 'registry-key', secret: deploy.secret, registry: 'acme-apps' })
  story.ask(CAST.engineer, 'createLoginCredential', { body: {} })
}

/** Access rules, and the keys that were had by them: an old one, and one that still works. */
function* continuousIntegration(story: Story): Strand {
  const parameters = { slug: 'acme-apps' }
  yield story.before(64 * DAY)
  const rule = { issuer: ISSUER, audience: 'acme-apps' }
  story.ask(CAST.admin, 'createOidcRule', {
    parameters,
    body: { ...rule, name: 'main', subjectPattern: MAIN, mode: 'readwrite', repoPrefixes: ['storefront/'] },
  })
  story.ask(CAST.admin, 'createOidcRule', {
    parameters,
    body: { ...rule, name: 'pull requests', subjectPattern: 'repo:acme/storefront:pull_request', mode: 'pull' },
  })
  for (const atMs of [story.before(29 * DAY), story.before(2 * MINUTE)]) {
    yield atMs
    const expires = Math.floor(atMs / 1000) + 300
    const token = idToken({ iss: ISSUER, aud: 'acme-apps', sub: MAIN, exp: expires })
    story.ask(token, 'exchangeOidcToken', { body: { registry: 'acme-apps', token } })
  }
}

/** The registry of base images, with logins for where they come from. */
function* base(story: Story): Strand {
  yield story.before(83 * DAY)
  const region = story.here.gap('registry.regions').at(-1)
  story.ask(CAST.owner, 'createRegistry', {
    body: { slug: 'acme-base', displayName: 'Base images', ...(region !== undefined && { region }) },
  })
  const upstreams = [...story.here.oldest('RegistryUpstream', 'all', 'acme')].slice(0, 2)
  for (const { host } of upstreams)
    story.ask(CAST.admin, 'setUpstreamCredential', {
      parameters: { slug: 'acme-base', host },
      body: { username: 'acme-bot', password: `pull-from-${host}` },
    })
  for (const [index, repository] of ['debian', 'python', 'postgres'].entries()) {
    yield story.before((70 - 20 * index) * DAY)
    for (const tag of ['stable', 'testing'])
      story.happens('acme', 'imagePushed', {
        registry: 'acme-base',
        repository,
        tags: [tag],
        layers: [{ sizeBytes: (60 + 25 * index) * MEBIBYTE }],
      })
  }
}
