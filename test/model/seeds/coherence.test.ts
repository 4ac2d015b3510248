import { describe, expect, test } from 'vitest'
import { EVERYWHERE } from '../../../src/model/identity/identity.ts'
import { acme } from '../../../src/model/seeds/acme/index.ts'
import { seedNamed } from '../../../src/model/seeds/seeds.ts'
import { everyRow, getRow, type Row, type Table } from '../../../src/model/table/table.ts'
import type { Rows, TableName } from '../../../src/model/world/rows.ts'
import { asked, grown, NINE, rowsOf } from './support.ts'

const wild = seedNamed('random:coherence:400')
if (!wild) throw new Error('there is no random seed')

/** What rows name other rows by: the key below the organization, and whether that may be gone. */
const REFERENCES: { readonly [Name in TableName]?: (row: Rows[Name]) => [TableName, ...(string | undefined)[]][] } = {
  OncallIncident: (row) => [['OncallService', row.serviceId]],
  OncallAlert: (row) => [
    ['OncallIncident', row.incidentId],
    ['OncallService', row.serviceId],
  ],
  OncallTimelineEntry: (row) => [['OncallIncident', row.incidentId]],
  PublicUpdate: (row) => [['OncallIncident', row.incidentId]],
  OncallOverride: (row) => [
    ['OncallSchedule', row.scheduleId],
    ['Membership', row.userId],
  ],
  OncallSchedule: (row) => row.participants.map(({ userId }) => ['Membership', userId]),
  OncallService: (row) => [['OncallEscalationPolicy', row.escalationPolicyId]],
  OncallEscalationPolicy: (row) =>
    row.steps.map(({ target: { kind, id } }) => [kind === 'user' ? 'Membership' : 'OncallSchedule', id]),
  OncallAlertSource: (row) => [['OncallService', row.serviceId]],
  OncallWalk: (row) => [
    ['OncallIncident', row.id],
    ['OncallEscalationPolicy', row.policyId],
  ],
  Page: (row) => [
    ['OncallIncident', row.incidentId],
    ['Membership', row.userId],
  ],
  UptimeMonitor: (row) => [
    ['UptimeService', row.serviceId],
    ['UptimeInterval', String(row.intervalSeconds)],
    ...row.vantages.map((vantage) => ['UptimeVantage', vantage] as [TableName, string]),
  ],
  UptimeProbe: (row) => [
    ['UptimeMonitor', row.monitorId],
    ['UptimeVantage', row.vantage],
  ],
  UptimeFailure: (row) => [
    ['UptimeMonitor', row.monitorId],
    ['UptimeVantage', row.vantage],
  ],
  UptimeTransition: (row) => [['UptimeMonitor', row.monitorId]],
  RegistryRepository: (row) => [['Registry', row.registry]],
  RegistryManifest: (row) => [
    ['RegistryRepository', row.registry, row.repository],
    ...row.layers.map(
      (layer) => ['RegistryBlob', row.registry, row.repository, layer] as [TableName, string, string, string],
    ),
  ],
  RegistryTag: (row) => [['RegistryManifest', row.registry, row.repository, row.digest]],
  RegistryBlob: (row) => [['RegistryRepository', row.registry, row.repository]],
  RegistryKey: (row) => [
    ['Registry', row.registry],
    row.ruleId === undefined ? ['Registry', row.registry] : ['RegistryOidcRule', row.registry, row.ruleId],
  ],
  RegistryOidcRule: (row) => [['Registry', row.registry]],
  RegistryUpstreamCredential: (row) => [
    ['Registry', row.registry],
    ['RegistryUpstream', row.upstream],
  ],
  LoginCredential: (row) => row.scope.map(({ registry }) => ['Registry', registry]),
  EmailRoute: (row) => [
    ['EmailDomain', row.domainId],
    ['EmailWebhook', row.endpointId],
  ],
  EmailSendKey: (row) => row.domainIds.map((id) => ['EmailDomain', id]),
  EmailMessage: (row) => [['EmailDomain', row.domainId]],
  EmailMessageEvent: (row) => [['EmailMessage', row.messageId]],
  EmailDelivery: (row) => [
    ['EmailWebhook', row.endpointId],
    ['EmailMessage', row.messageId],
  ],
  EmailWebhook: (row) => row.eventTypes.map((id) => ['EmailEventType', id]),
  Node: (row) => [['Cluster', row.cluster]],
  JoinToken: (row) => [['Cluster', row.cluster]],
  RegistrationToken: (row) => [['Cluster', row.cluster]],
  ClientToken: (row) => [['Cluster', row.cluster]],
  Cluster: (row) => [['OrchestratorVersion', row.orchestratorVersion]],
  PersonalToken: (row) => [['Membership', row.userId]],
}

describe.each([acme, wild])('$name', (seed) => {
  const world = grown(seed)
  const tables = world.tables as unknown as Record<string, Table<Row>>
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

  test('whatever a row names is there', () => {
    const dangling: string[] = []
    for (const [name, table] of Object.entries(tables))
      for (const row of everyRow(table))
        for (const [entity, ...key] of REFERENCES[name as TableName]?.(row as never) ?? [])
          if (
            key.every((part) => part !== undefined) &&
            !getRow(tables[entity] as Table<Row>, [row.org, ...key] as string[])
          )
            dangling.push(`${name} ${row.id} -> ${entity} ${key.join(' ')}`)
    expect(dangling).toEqual([])
  })

  test('numbers of rows are unique and below the serial; rows are of known organizations', () => {
    const organizations = [EVERYWHERE, ...rowsOf(world, 'Organization').map(({ id }) => id)]
    // An hour of traffic has its own number.
    const { EmailTraffic, ...numbered } = world.tables
    expect([...everyRow(EmailTraffic)].every(({ id, seq }) => id === String(seq))).toBe(true)
    for (const table of Object.values<Table<Row>>(numbered)) {
      const seqs = [...everyRow(table)].map(({ seq }) => seq)
      expect(new Set(seqs).size).toBe(seqs.length)
      for (const { seq, org } of everyRow(table)) {
        expect(seq).toBeLessThan(world.serial)
        expect(organizations).toContain(org)
      }
    }
  })

  test('nothing is younger than the present, and nothing that was due is left undone', () => {
    expect(world.nowMs).toBe(NINE)
    for (const { atMs } of rowsOf(world, 'Due')) expect(atMs).toBeGreaterThan(NINE)
    const past =
      /^(createdAt|openedAt|acknowledgedAt|resolvedAt|revokedAt|sentAt|stateAt|occurredAt|deliveredAt|at|lastUsedAt|updatedAt|stateSince)$/
    for (const [name, table] of Object.entries(tables))
      for (const row of everyRow(table))
        for (const [field, value] of Object.entries(row))
          if (past.test(field) && typeof value === 'string' && value.length > 9 && Date.parse(value) > NINE)
            throw new Error(`${name} ${row.id} has ${field} ${value}`)
  })

  test('incidents: their times are in order, their alerts and timelines agree with them', () => {
    for (const { id, org, status, openedAt, acknowledgedAt = openedAt, resolvedAt } of rowsOf(
      world,
      'OncallIncident',
    )) {
      expect(openedAt <= acknowledgedAt).toBe(true)
      expect(resolvedAt === undefined).toBe(status !== 'resolved')
      if (resolvedAt !== undefined) expect(openedAt <= resolvedAt).toBe(true)
      const kinds = rowsOf(world, 'OncallTimelineEntry', org).filter(({ incidentId }) => incidentId === id)
      const has = (kind: string) => kinds.some((entry) => entry.kind === kind)
      expect([has('opened'), has('resolved')]).toEqual([true, status === 'resolved'])
      const firing = rowsOf(world, 'OncallAlert', org).filter((row) => row.incidentId === id && row.status === 'firing')
      const credential = org === 'acme' ? 'owner' : 'outsider'
      const detail = asked(world, 'getIncident', credential, { id }).body
      if (status !== 'resolved') expect(detail.incident ?? detail).toMatchObject({ firingAlerts: firing.length })
    }
  })

  test('monitors are in the state of their last transition', () => {
    for (const { id, org, state, stateSince, name } of rowsOf(world, 'UptimeMonitor')) {
      const moves = rowsOf(world, 'UptimeTransition', org).filter(({ monitorId }) => monitorId === id)
      const last = moves.toSorted((a, b) => a.atMs - b.atMs || a.seq - b.seq).at(-1)
      expect([name, last?.to ?? 'pending']).toEqual([name, state])
      if (last) expect(last.at).toBe(stateSince)
      const failures = rowsOf(world, 'UptimeFailure', org).filter(({ monitorId }) => monitorId === id)
      const failed = rowsOf(world, 'UptimeProbe', org).filter(({ monitorId, ok }) => monitorId === id && !ok)
      expect(failures).toHaveLength(failed.length)
    }
  })

  test('registries use what their manifests need', () => {
    for (const { org, slug, distinctBytes, heldBytes, repositoryCount } of rowsOf(world, 'Registry')) {
      const blobs = rowsOf(world, 'RegistryBlob', org).filter(({ registry }) => registry === slug)
      const distinct = new Map(blobs.map(({ id, sizeBytes }) => [id, sizeBytes]))
      expect(heldBytes).toBe(sum(blobs.map(({ sizeBytes }) => sizeBytes)))
      expect(distinctBytes).toBe(sum([...distinct.values()]))
      const repositories = rowsOf(world, 'RegistryRepository', org).filter(({ registry }) => registry === slug)
      expect(repositoryCount).toBe(repositories.length)
      for (const { name, tagCount, manifestCount, blobBytes, imageBytes } of repositories) {
        const here = <R extends { registry: string; repository: string }>(rows: R[]) =>
          rows.filter(({ registry, repository }) => registry === slug && repository === name)
        const manifests = here(rowsOf(world, 'RegistryManifest', org))
        expect(manifestCount).toBe(manifests.length)
        expect(tagCount).toBe(here(rowsOf(world, 'RegistryTag', org)).length)
        expect(blobBytes).toBe(sum(here(blobs).map(({ sizeBytes }) => sizeBytes)))
        expect(imageBytes).toBe(sum(manifests.map((manifest) => manifest.imageBytes)))
        for (const { id, uses } of here(blobs))
          expect(uses).toBe(manifests.filter(({ layers }) => layers.includes(id)).length)
      }
    }
  })

  test('mail: events, suppressions, counts and deliveries agree with the messages', () => {
    const events = Map.groupBy(rowsOf(world, 'EmailMessageEvent'), ({ messageId }) => messageId)
    const messages = rowsOf(world, 'EmailMessage')
    for (const { id, stage, direction, stateAt } of messages) {
      const told = (events.get(id) ?? []).toSorted((a, b) => a.seq - b.seq)
      if (direction === 'receive' || stage === 'queued' || stage === 'failed') expect(told).toEqual([])
      else expect(told.findLast(({ kind }) => kind === stage)?.occurredAt).toBe(stateAt)
    }
    for (const org of ['acme', 'globex']) {
      const went = messages.filter((row) => row.org === org && row.sentAt !== undefined)
      const traffic = rowsOf(world, 'EmailTraffic', org)
      expect(sum(traffic.map(({ sent }) => sent))).toBe(went.length)
      const bounced = rowsOf(world, 'EmailMessageEvent', org).filter(({ bounceType }) => bounceType === 'hard')
      expect(sum(traffic.map(({ hardBounces }) => hardBounces))).toBe(bounced.length)
      for (const { recipient } of bounced)
        expect(rowsOf(world, 'EmailSuppression', org).map(({ address }) => address)).toContain(recipient)
    }
    for (const { state, finished, attempts, deliveredAt, due } of rowsOf(world, 'EmailDelivery')) {
      expect(finished).toBe(state === 'delivered' || state === 'failed')
      expect(deliveredAt !== undefined).toBe(state === 'delivered')
      if (finished) expect(due).toBeUndefined()
      if (state !== 'pending') expect(attempts).toBeGreaterThan(0)
    }
  })

  test('tokens are credentials, and only they', () => {
    const keys = rowsOf(world, 'PersonalToken').map(({ key, id, enabled }) => [key, id, enabled])
    const credentials = rowsOf(world, 'Credential').filter(({ tokenId }) => tokenId !== undefined)
    expect(credentials.map(({ id, tokenId, enabled }) => [id, tokenId, enabled]).sort()).toEqual(keys.sort())
  })
})
