import type { StartRow, StartUp } from '../../area-judge/start-up.ts'
import { itemsOf } from '../../compare/comparison.ts'

export const REGISTRY_START_UP: StartUp = {
  async rows({ read, vocabulary: { reservedSlug } }) {
    const body = await read('listUpstreams')
    const upstreams = itemsOf(body?.upstreams).map(
      (item): StartRow => ({ table: 'RegistryUpstream', of: 'each', row: { ...item, id: String(item.host) } }),
    )
    const row = { id: reservedSlug ?? '', how: 'reserved', formerOrg: undefined }
    return reservedSlug === undefined ? upstreams : [...upstreams, { table: 'RegistrySlug', of: 'none', row }]
  },
  choices: ({ purgeValue, regions, reservedSlug }) => ({
    'registry.purge-values': purgeValue === undefined ? undefined : [purgeValue],
    'registry.regions': regions && [...regions],
    'registry.reserved-slugs': reservedSlug === undefined ? undefined : [reservedSlug],
  }),
}
