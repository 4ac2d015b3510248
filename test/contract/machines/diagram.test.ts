import { expect, test } from 'vitest'
import { createActor, createMachine } from 'xstate'
import source from '../../../src/contract/generated/spec.js'
import { machineName, toMermaid, toXState } from '../../../src/contract/machines/diagram.ts'

const named = source.machines.map((machine) => ({ name: machineName(machine, source.machines), machine }))

test('every entity with a state has its machine', () => {
  expect(named.map(({ name }) => name).sort()).toEqual(
    [
      'Cluster',
      'EmailDelivery',
      'EmailDomain.receiveState',
      'EmailDomain.sendState',
      'EmailMessage',
      'EmailSendKey',
      'EmailSuppression',
      'EmailWebhook',
      'JoinToken',
      'LoginCredential',
      'OncallAlertSource',
      'OncallIncident.status',
      'OncallIncident.visibility',
      'PersonalToken',
      'RegistrationToken',
      'RegistryKey',
      'RegistryManifest',
      'UptimeExportToken',
      'UptimeMonitor',
    ].sort(),
  )
})

test.each(named)('$name loads in XState', ({ name, machine }) => {
  const config = toXState(machine, name)
  const guards = Object.fromEntries(machine.rows.flatMap(({ guard }) => (guard ? [[guard, () => true]] : [])))
  expect(() => createActor(createMachine(config, { guards })).start()).not.toThrow()
})

test('an incident walks from open over acknowledged to resolved, and stays there', () => {
  const incident = named.find(({ name }) => name === 'OncallIncident.status')
  if (!incident) throw new Error('no incident machine')
  const guards = Object.fromEntries(incident.machine.rows.flatMap(({ guard }) => (guard ? [[guard, () => true]] : [])))
  const actor = createActor(createMachine(toXState(incident.machine, 'incident'), { guards })).start()
  const states = [
    'openIncident',
    'acknowledgeIncident',
    'resolveIncident',
    'acknowledgeIncident',
    'event/alertFires',
  ].map((type) => {
    actor.send({ type })
    return actor.getSnapshot().value
  })
  expect(states).toEqual(['open', 'acknowledged', 'resolved', 'resolved', 'resolved'])
  expect(toMermaid(incident.machine)).toContain('  open --> acknowledged: acknowledgeIncident\n')
})
