import { tokenIn } from '../../../model/areas/clusters/queries/kubeconfig-token.ts'
import type { Comparators } from '../../compare/comparator-table.ts'
import { asMade, type Comparator } from '../../compare/comparison.ts'

/** The token stands in the text: a placeholder there takes the one that the target put in. */
const kubeconfig: Comparator = (comparison, { predicted, observed }) => {
  const [symbol] = /⟦secret[^⟧]*⟧/.exec(String(predicted)) ?? []
  const token = tokenIn(String(observed))
  if (symbol && token) comparison.bindings.set(symbol, token)
}

export const CLUSTERS_COMPARATORS: Comparators = {
  'getKubeconfig kubeconfig': kubeconfig,
  // Nodes come and change by what the driver does (Endpoints, Clusters, row 7).
  'listNodes nodes.ready': asMade,
  'listNodes nodes.agentVersion': asMade,
}
