import fc from 'fast-check'
import { plainName } from '../../kit/drawing.ts'
import { anyOwn, own } from '../../kit/own-rows.ts'
import { leftOut, type OperationValues, type PlainValue, type PlainValues } from '../../kit/plain-values.ts'

const httpCheck: PlainValue = (drawing) => {
  const { sampler } = drawing
  return {
    url: `https://${plainName(drawing)}.example.com/health`,
    ...(sampler.chance(0.5) && { method: sampler.pick(['GET', 'HEAD']) }),
    ...(sampler.chance(0.3) && { followRedirects: sampler.chance(0.5) }),
    ...(sampler.chance(0.3) && { headers: { accept: 'text/html' } }),
    ...(sampler.chance(0.3) && { expectBodyContains: 'ok' }),
  }
}

const tcpCheck: PlainValue = (drawing) => ({
  host: `${plainName(drawing)}.example.com`,
  port: drawing.sampler.draw(fc.integer({ min: 1024, max: 9000 })),
  ...(drawing.sampler.chance(0.3) && { tls: true }),
})

/** The check of each kind of monitor. */
export const CHECK_OF = { http: httpCheck, tcp: tcpCheck } as const

const vantages: PlainValue = (drawing) => {
  const offered = own(drawing, 'UptimeVantage').filter(({ available }) => available)
  const ids = offered.map(({ id }) => id)
  return ids.length === 0 ? undefined : drawing.sampler.draw(fc.shuffledSubarray(ids, { minLength: 1 }))
}

const monitor: OperationValues['fields'] = {
  intervalSeconds: (drawing) => {
    const interval = anyOwn(drawing, 'UptimeInterval')
    return interval && Number(interval.id)
  },
  vantages,
  timeoutMs: ({ sampler }) => sampler.draw(fc.constantFrom(1000, 2000, 5000)),
  // A quorum of one fits any number of vantages.
  downCondition: ({ sampler }) => ({ confirmations: sampler.draw(fc.integer({ min: 1, max: 3 })), quorum: 1 }),
  // They go together with the kind, which is chosen once and for all.
  http: leftOut,
  tcp: leftOut,
}

export const UPTIME_VALUES: PlainValues = {
  createMonitor: {
    fields: monitor,
    // The check that must accompany a kind is open; every implementation takes the kind's own and no other.
    complete(drawing, body) {
      const kind = body.kind === 'tcp' ? 'tcp' : 'http'
      return { ...body, kind, [kind]: CHECK_OF[kind](drawing) }
    },
  },
  updateMonitor: { fields: monitor },
}
