import { firstSeen, relist, rewrite, swallow, unfiltered } from '../deeds.ts'
import type { Fault } from '../fault.ts'
import { asList, fieldsOf, good, reply, withBody } from '../replies.ts'
import { event, get, post, remove } from '../steps.ts'

const PATH = '/registry/registries'
const ONE = `${PATH}/{slug}`
const apps = post(PATH, { slug: 'apps' })
const push = (...tags: readonly string[]) =>
  event('image-pushed', { registry: 'apps', repository: 'web', tags, digest: 'sha256:one' })
const repo = 'repo=web'

export const registryImages: readonly Fault[] = [
  {
    name: 'registry-usage-stale',
    area: 'registry',
    does: 'the usage of a registry stays what it was when first looked at',
    breaks: 'Endpoints, Registries, operation 4: one registry with its logical usage',
    checklist: ['REG-05'],
    show: [apps, get(`${PATH}/apps`), push('v1'), get(`${PATH}/apps`)],
    deeds: {
      [`GET ${ONE}`]: rewrite((one, visit) => ({
        ...one,
        usedBytes: firstSeen(visit, `used ${one.slug}`, one.usedBytes),
      })),
    },
  },
  {
    name: 'registry-deleted-with-content',
    area: 'registry',
    does: 'deleting a registry takes its repositories along',
    breaks: 'Endpoints, Registries, operation 6: it must be emptied first',
    checklist: ['REG-07'],
    show: [apps, push('v1'), remove(`${PATH}/apps`)],
    deeds: {
      [`DELETE ${ONE}`]: async ({ ask, pass, upstream }) => {
        const answer = await pass()
        if (good(answer)) return answer
        const path = `${PATH}/${ask.at.slug}/repositories`
        const repositories = asList(fieldsOf(await upstream('GET', path)).repositories)
        for (const { name } of repositories)
          await upstream('DELETE', `${path}?repo=${encodeURIComponent(String(name))}`)
        return repositories.length > 0 ? pass() : answer
      },
    },
  },
  {
    name: 'registry-tag-takes-manifest-along',
    area: 'registry',
    does: 'deleting a tag deletes the image it was on',
    breaks: 'Endpoints, Registries, operation 10: removes the tag only, the manifest remains',
    checklist: ['REG-11'],
    show: [apps, push('v1'), remove(`${PATH}/apps/tags?${repo}&tag=v1`), get(`${PATH}/apps/manifests?${repo}`)],
    deeds: {
      [`DELETE ${ONE}/tags`]: async ({ ask, pass, upstream }) => {
        const of = `repo=${encodeURIComponent(ask.query.get('repo') ?? '')}`
        const tags = asList(fieldsOf(await upstream('GET', `${PATH}/${ask.at.slug}/tags?${of}`)).tags)
        const digest = tags.find(({ name }) => name === ask.query.get('tag'))?.digest
        const answer = await pass()
        if (good(answer) && digest)
          await upstream(
            'DELETE',
            `${PATH}/${ask.at.slug}/manifests?${of}&digest=${encodeURIComponent(String(digest))}`,
          )
        return answer
      },
    },
  },
  {
    name: 'registry-image-leaves-tags',
    area: 'registry',
    does: 'the tags of a deleted image are still listed',
    breaks: 'Endpoints, Registries, operation 13: removes the manifest and its tags',
    checklist: ['REG-14'],
    show: [
      apps,
      push('v1'),
      remove(`${PATH}/apps/manifests?${repo}&digest=sha256:one`),
      get(`${PATH}/apps/tags?${repo}`),
    ],
    deeds: {
      [`DELETE ${ONE}/manifests`]: async ({ ask, pass, memory, upstream }) => {
        const of = `repo=${encodeURIComponent(ask.query.get('repo') ?? '')}`
        const tags = asList(fieldsOf(await upstream('GET', `${PATH}/${ask.at.slug}/tags?${of}`)).tags)
        const answer = await pass()
        const left = tags.filter(({ digest }) => digest === ask.query.get('digest'))
        if (good(answer)) memory.notes.set(`left ${ask.at.slug} ${ask.query.get('repo')}`, left)
        return answer
      },
      [`GET ${ONE}/tags`]: async ({ ask, pass, memory }) => {
        const answer = await pass()
        const left = asList(memory.notes.get(`left ${ask.at.slug} ${ask.query.get('repo')}`))
        return left.length > 0 ? reply(200, { tags: [...asList(fieldsOf(answer).tags), ...left] }) : answer
      },
    },
  },
  {
    name: 'registry-repository-stays',
    area: 'registry',
    does: 'deleting a repository is answered as done, and nothing is done',
    breaks: 'Endpoints, Registries, operation 17: every manifest, tag and blob goes',
    checklist: ['REG-17'],
    show: [apps, push('v1'), remove(`${PATH}/apps/repositories?${repo}`), get(`${PATH}/apps/repositories`)],
    deeds: {
      [`DELETE ${ONE}/repositories`]: swallow(
        204,
        ({ ask }) => `${PATH}/${ask.at.slug}/repositories`,
        ({ ask }) => ask.query.get('repo') ?? '',
      ),
    },
  },
  {
    name: 'registry-untagged-manifests-hidden',
    area: 'registry',
    does: 'manifests without a tag are not listed',
    breaks: 'Endpoints, Registries, operation 12: manifests tagged and untagged',
    checklist: ['REG-13'],
    show: [apps, push(), get(`${PATH}/apps/manifests?${repo}`)],
    deeds: {
      [`GET ${ONE}/manifests`]: relist('manifests', (all) =>
        all.filter(({ tags }) => Array.isArray(tags) && tags.length > 0),
      ),
    },
  },
  {
    name: 'registry-purge-keeps-image',
    area: 'registry',
    does: 'purging removes the tag only, yet says that it purged',
    breaks: 'Endpoints, Registries, operation 10: with purge the orphaned image is deleted',
    checklist: ['REG-11'],
    show: [
      apps,
      push('v1'),
      remove(`${PATH}/apps/tags?${repo}&tag=v1&purge=true`),
      get(`${PATH}/apps/manifests?${repo}`),
    ],
    deeds: {
      [`DELETE ${ONE}/tags`]: async (visit) => {
        if (visit.ask.query.get('purge') !== 'true') return visit.pass()
        const answer = await unfiltered('purge')(visit)
        return good(answer) ? withBody(answer, { purged: true }) : answer
      },
    },
  },
  {
    name: 'registry-tags-without-repo',
    area: 'registry',
    does: 'tags can be asked for without saying of which repository',
    breaks: 'Endpoints, Registries, operation 7: repo is required',
    checklist: ['REG-24', 'REG-08'],
    show: [apps, get(`${PATH}/apps/tags`)],
    deeds: {
      [`GET ${ONE}/tags`]: async (visit) => {
        const answer = await visit.pass()
        if (visit.ask.query.has('repo') || good(answer)) return answer
        const there = good(await visit.upstream('GET', `${PATH}/${visit.ask.at.slug}`))
        return there ? reply(200, { tags: [] }) : answer
      },
    },
  },
  {
    name: 'registry-manifest-size-is-text',
    area: 'registry',
    does: 'tags are listed with the size as text',
    breaks: 'Resources, RegistryTag: manifestSize is an integer',
    checklist: ['REG-08', 'GEN-02'],
    show: [apps, push('v1'), get(`${PATH}/apps/tags?${repo}`)],
    deeds: {
      [`GET ${ONE}/tags`]: relist('tags', (all) =>
        all.map((tag) => ({ ...tag, manifestSize: `${tag.manifestSize} bytes` })),
      ),
    },
  },
]
