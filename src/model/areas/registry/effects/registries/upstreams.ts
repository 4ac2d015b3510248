import { listed } from '../../../../request/listed.ts'
import type { Effect } from '../../../area.ts'
import { catalogComplete } from '../../statements/upstreams.ts'

export const listUpstreams: Effect<'listUpstreams'> = (context) => {
  const all = listed(context, context.oldest('RegistryUpstream', 'all', context.caller.org), ({ host }) => host)
  context.cite(catalogComplete)
  return { upstreams: all.map(({ host, endpoint }) => ({ host, endpoint })) }
}
