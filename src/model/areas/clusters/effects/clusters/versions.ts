import type { Effect } from '../../../area.ts'
import { catalogOf, defaultVersion } from '../../queries/versions/catalog.ts'

export const listClusterVersions: Effect<'listClusterVersions'> = (context) => {
  const { org } = context.caller
  const usual = defaultVersion(context, org)
  return { versions: catalogOf(context, org).map((version) => ({ version, default: version === usual })) }
}
