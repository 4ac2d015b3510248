import fc from 'fast-check'
import { plainName } from '../../kit/drawing.ts'
import { anyOwn } from '../../kit/own-rows.ts'
import type { PlainValue, PlainValues } from '../../kit/plain-values.ts'

const cluster: PlainValue = (drawing) => {
  const { sampler } = drawing
  const version = sampler.chance(0.7) ? anyOwn(drawing, 'OrchestratorVersion')?.id : undefined
  return {
    name: plainName(drawing),
    tier: sampler.pick(['small', 'medium', 'large']),
    ...(version !== undefined && { orchestratorVersion: version }),
    ...(sampler.chance(0.5) && { replicas: sampler.pick([1, 3]) }),
    ...(sampler.chance(0.5) && { mesh: sampler.chance(0.5) }),
    ...(sampler.chance(0.5) && { datastore: datastore(drawing) }),
    ...(sampler.chance(0.5) && { managedLoadBalancers: { enabled: sampler.chance(0.7) } }),
  }
}

/** Numbers may be out of bounds that nobody knows, so sometimes there are none: then nothing but the mode can be refused. */
const datastore: PlainValue = ({ sampler }) => {
  if (sampler.chance(0.5)) return { mode: 'shared' }
  const numbers = sampler.chance(0.7) && { storageGiB: 50, replicas: 1 }
  return { mode: 'dedicated', size: 'db-medium', ...numbers, backups: sampler.chance(0.5) }
}

/** One thing at a time, and nothing that becomes less. */
const change: PlainValue = ({ sampler }) =>
  sampler.pick([{ replicas: 3 }, { managedLoadBalancers: { enabled: true } }, { tier: 'large' }])

export const CLUSTERS_VALUES: PlainValues = {
  createCluster: { body: cluster },
  updateCluster: { body: change },
  createRegistrationToken: {
    fields: { expiresIn: ({ sampler }) => sampler.draw(fc.integer({ min: 60, max: 360 })) },
  },
}
