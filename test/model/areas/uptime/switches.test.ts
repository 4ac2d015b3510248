import { expect, test } from 'vitest'
import { mistakenModel } from '../../../../bench/mistakes/mistaken.ts'
import { UPTIME_RULES } from '../../../../src/model/areas/uptime/rules/index.ts'
import { makeUptime } from './world.ts'

const mistaken = await mistakenModel()

type Uptime = ReturnType<typeof makeUptime>

/** A small story for each statement whose end is another when the statement is broken. */
const STORIES: Readonly<Record<string, (world: Uptime) => unknown>> = {
  'uptime.quota-before-relay': ({ owner, happen }) => {
    happen('quotaChanges', { quota: 'monitors', value: 0 })
    return owner.monitor({ vantages: ['syd'] }).status
  },
  'uptime.ping-acting-organization': ({ call }) => call('pingUptime', 'owner').body.org,
  'uptime.catalog-tells-availability': ({ call }) => call('getUptimeCatalog', 'owner').body.vantages,
  'uptime.live-count': ({ owner, call }) => {
    const { id } = owner.monitor({ serviceId: owner.service('Shop').body.id }).body
    call('deleteMonitor', 'owner', { parameters: { id } })
    return call('listUptimeServices', 'owner').body.services[0].monitors
  },
  'uptime.fields-as-given': ({ owner }) => owner.monitor().body.timeoutMs,
  'uptime.patch-only-named': ({ owner }) => owner.patch(owner.monitor().body.id, { name: 'x' }).body.timeoutMs,
  'uptime.kind-immutable': ({ owner, setGap }) => {
    setGap('uptime.kind-in-patch', 'ignore')
    return owner.patch(owner.monitor().body.id, { kind: 'tcp' }).body.kind
  },
  'uptime.deleted-not-listed': ({ owner, call }) => {
    call('deleteMonitor', 'owner', { parameters: { id: owner.monitor().body.id } })
    return call('listMonitors', 'owner').body.monitors.length
  },
  'uptime.metrics-window': ({ owner }) => owner.metrics(owner.monitor().body.id, '7d').body.window,
  'uptime.metrics-per-vantage': ({ owner }) => owner.metrics(owner.monitor().body.id).body.series.length,
  'uptime.metrics-agree-with-probes': ({ owner, probe }) => {
    const { id } = owner.monitor().body
    probe(id, 'fail')
    return owner.metrics(id).body.uptimePct
  },
  'uptime.failures-newest-first': ({ owner, probe }) => {
    const { id } = owner.monitor().body
    probe(id, 'fail', { vantage: 'fra', times: 2 })
    return owner.failures(id).body
  },
  'uptime.snippets-cut': ({ owner, probe }) => {
    const { id } = owner.monitor().body
    probe(id, 'fail', { responseSnippet: 'x'.repeat(1000) })
    return owner.failures(id).body.failures[0].responseSnippet.length
  },
  'uptime.transitions-newest-first': flapping(1),
  'uptime.transitions-cap': flapping(30),
  'uptime.transitions-recorded': flapping(1),
  'uptime.down-needs-condition': ({ owner, probe }) => {
    const { id } = owner.monitor().body
    return [probe(id, 'ok').state, probe(id, 'fail', { vantage: 'fra' }).state]
  },
  'uptime.export-token-once': ({ owner, call }) => {
    owner.token('grafana')
    return Object.keys(call('listExportTokens', 'owner').body.tokens[0])
  },
}

function flapping(times: number) {
  return ({ owner, probe }: Uptime) => {
    const { id } = owner.monitor({ downCondition: { confirmations: 1, quorum: 1 } }).body
    for (let round = 0; round < times; round++) {
      probe(id, 'fail')
      probe(id, 'ok')
    }
    return owner.transitions(id).body.transitions
  }
}

test.each(UPTIME_RULES.filter(({ kind }) => kind === 'statement').map(({ id }) => id))(
  'broken, %s no longer holds',
  (id) => {
    const story = STORIES[id]
    if (!story) throw new Error(`no story shows ${id}`)
    expect(story(makeUptime({ model: mistaken([id]) }))).not.toEqual(story(makeUptime()))
  },
)
