import type { EventEffect } from '../../area.ts'
import { eventAnswer, ImpossibleEvent } from '../../event-answer.ts'
import { arrange } from '../effects/clusters/arrange.ts'
import { movedUp } from '../effects/load-balancers/load-balancers.ts'
import { beginOthersWork } from '../effects/progress/begin-work.ts'
import { settingsOf } from '../queries/clusters/phase.ts'
import type { ClusterRow } from '../state/index.ts'
import { clusterCalled } from './cluster-called.ts'

export const headroomChanges: EventEffect<'headroomChanges'> = (context) => {
  const { cluster: name, component, usedPercent } = context.body
  const cluster = clusterCalled(context, name)
  if (!context.gap('clusters.components').includes(component))
    throw new ImpossibleEvent('unknown', `there is no component ${component}`)
  context.put('Cluster', { ...cluster, usedPercent: { ...cluster.usedPercent, [component]: usedPercent } })
  return eventAnswer(context, { entity: 'Cluster', id: name, change: 'changed' })
}

/** It blocks other changes for the time of its roll, or for one request. */
export const clusterChangesConcurrently: EventEffect<'clusterChangesConcurrently'> = (context) => {
  const { cluster: name, lasts = 'roll', change = {} } = context.body
  const cluster = clusterCalled(context, name)
  if (cluster.work.endedMs === undefined) throw new ImpossibleEvent('not-possible', `${name} is being changed already`)
  const seconds = lasts === 'roll' ? context.gap('clusters.roll-seconds') : undefined
  context.put('Cluster', beginOthersWork(context, { ...cluster, ...change }, settingsOf(cluster), seconds))
  return eventAnswer(context, { entity: 'Cluster', id: name, change: 'changed' })
}

export const quotaChanges: EventEffect<'quotaChanges'> = (context) => {
  const { quota, value, cluster } = context.body
  if (quota === 'clusters') arrange(context, context.org, { quota: value })
  else if (quota === 'load-balancer-services') {
    const named = cluster === undefined ? undefined : clusterCalled(context, cluster)
    if (!named) arrange(context, context.org, { maxServices: value })
    for (const row of named ? [named] : [...context.oldest('Cluster', 'live', context.org)])
      movedUp(context, allowing(row, value))
  } else return undefined
  return eventAnswer(context, { entity: 'Organization', id: context.org, change: 'changed' })
}

/** Services beyond a lowered limit stay. */
const allowing = (cluster: ClusterRow, maxServices: number): ClusterRow => ({
  ...cluster,
  managedLoadBalancers: { ...cluster.managedLoadBalancers, maxServices },
})
