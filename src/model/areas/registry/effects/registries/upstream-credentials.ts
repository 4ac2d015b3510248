import { listed } from '../../../../request/listed.ts'
import type { Effect } from '../../../area.ts'
import { upstreamCredentialView } from '../../queries/views.ts'
import { credentialReplaced } from '../../statements/upstreams.ts'

export const listUpstreamCredentials: Effect<'listUpstreamCredentials'> = (context) => {
  const { org, slug } = context.the('Registry')
  const credentials = context.oldest('RegistryUpstreamCredential', 'parent', org, slug)
  const shown = listed(context, credentials, ({ upstream }) => upstream)
  return { upstreamCredentials: shown.map((credential) => upstreamCredentialView(context, credential)) }
}

export const setUpstreamCredential: Effect<'setUpstreamCredential'> = (context) => {
  const { org, slug } = context.the('Registry')
  const upstream = context.parameters.host ?? ''
  const before = context.get('RegistryUpstreamCredential', org, slug, upstream)
  if (before) context.cite(credentialReplaced)
  const { username, password } = context.body
  const kept = before && context.gap('registry.replaced-credential-time') === 'keep' ? before.createdAt : undefined
  context.put('RegistryUpstreamCredential', {
    id: upstream,
    org,
    seq: before?.seq ?? context.serial(),
    registry: slug,
    upstream,
    username,
    password,
    createdAt: kept ?? context.fresh.time(context.nowMs),
  })
  return { upstream, username }
}

export const deleteUpstreamCredential: Effect<'deleteUpstreamCredential'> = (context) => {
  const { org, registry, id } = context.the('RegistryUpstreamCredential')
  context.remove('RegistryUpstreamCredential', org, registry, id)
  return undefined
}
