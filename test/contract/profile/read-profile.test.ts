import { describe, expect, test } from 'vitest'
import { loadContract } from '../../../src/contract/contract.ts'
import { MistakesError } from '../../../src/contract/files/mistakes.ts'
import source from '../../../src/contract/generated/spec.js'
import { readProfile } from '../../../src/contract/profile/read-profile.ts'

const read = (text: string, environment: Record<string, string> = {}) =>
  readProfile(source, { text, file: 'profile.yaml', environment })

function mistakes(text: string): string[] {
  try {
    read(text)
  } catch (error) {
    if (error instanceof MistakesError) return error.message.split('\n')
    throw error
  }
  return []
}

test('a profile binds, fills gaps and supplies what only the owner knows', () => {
  const profile = read(
    `name: candidate
actors:
  owner: { role: owner, organization: acme, headers: { X-Session-Key: '\${OWNER_KEY}' } }
  nobody: { role: none, organization: acme }
bindings:
  openIncident: { method: PUT, path: /api/v1/oncall/incident, status: 200 }
gaps:
  general.validation-status: 422
vocabulary:
  oncallServices: [svc-1]
budget: { pages-people: 10 }
driver: { module: ./driver.mjs }
organization: exclusive
`,
    { OWNER_KEY: 'k-1' },
  )
  expect(profile.actors).toEqual({
    owner: { role: 'owner', organization: 'acme', headers: { 'X-Session-Key': 'k-1' } },
    nobody: { role: 'none', organization: 'acme', headers: {} },
  })
  const contract = loadContract(source, profile)
  expect(contract.operation('openIncident')).toMatchObject({
    method: 'PUT',
    path: '/api/v1/oncall/incident',
    success: { status: 200, open: true },
  })
  expect([...contract.operation('openIncident').responses.keys()].filter((status) => status.startsWith('2'))).toEqual([
    '200',
  ])
  expect(contract.routes.match('PUT', '/api/v1/oncall/incident')).toMatchObject({ operation: { id: 'openIncident' } })
  expect(contract.gaps.value('general.validation-status')).toBe(422)
  expect(contract.gaps.pinned('general.validation-status')).toBe(true)
  expect(contract.gaps.pinned('oncall.repeat-acknowledge')).toBe(false)
})

describe('a mistake names file, line, column, the key and what was expected', () => {
  test.each([
    ['broken YAML', 'actors:\n  owner: {role: owner', /^profile\.yaml:2:\d+: /],
    ['an unknown key', 'gapps: {}', 'profile.yaml:1:1: unknown key gapps (did you mean gaps?)'],
    [
      'an unknown gap',
      'gaps:\n  oncall.repeat-acknowlege: refuse',
      'profile.yaml:2:3: unknown key gaps.oncall.repeat-acknowlege (did you mean oncall.repeat-acknowledge?)',
    ],
    [
      'a value the gap does not have',
      'gaps:\n  oncall.repeat-acknowledge: refuses',
      'profile.yaml:2:3: gaps.oncall.repeat-acknowledge must be one of accept, refuse (did you mean refuse?)',
    ],
    [
      'an operation that does not exist, of more than anybody reads through',
      'leaveOut: [updateClutser]',
      /^profile\.yaml:1:\d+: leaveOut\.0 must be one of \d+ names \(did you mean updateCluster\?\)$/,
    ],
    ['a wrong type', 'settle: soon', 'profile.yaml:1:1: settle must be a number'],
    ['a missing key', 'actors:\n  owner: { role: owner }', 'profile.yaml:2:3: actors.owner.organization is required'],
    [
      'an unset environment variable',
      "actors:\n  owner:\n    role: owner\n    organization: a\n    headers: { A: '$" + "{NOT_SET}' }",
      'profile.yaml:5:16: the environment variable NOT_SET is not set',
    ],
    [
      'a header value with a line break',
      'actors:\n  owner:\n    role: owner\n    organization: a\n    headers: { A: x, Authorization: "Bearer a\\n" }',
      'profile.yaml:5:22: the header Authorization of the actor owner has a character that cannot be sent, such as a line break',
    ],
    [
      'a header name with a blank',
      'actors:\n  owner:\n    role: owner\n    organization: a\n    headers: { my key: x }',
      'profile.yaml:5:16: "my key" of the actor owner is no name of a header',
    ],
    [
      'a path without its parameter',
      'bindings:\n  resolveIncident: { path: /api/v1/oncall/resolve }',
      'profile.yaml:2:22: the path of resolveIncident must contain {id}',
    ],
    [
      'a path outside its area',
      'bindings:\n  resolveIncident: { path: "/v2/{id}" }',
      'profile.yaml:2:22: the path of resolveIncident must start with /api/v1/oncall',
    ],
    [
      'a door that is no path',
      'bindings:\n  sendMessage: { path: send }',
      'profile.yaml:2:18: the path of sendMessage must start with /',
    ],
    [
      'a door without its parameter',
      'bindings:\n  getStatusPage: { path: /status }',
      'profile.yaml:2:20: the path of getStatusPage must contain {serviceId}',
    ],
    [
      'a stated binding',
      'bindings:\n  createMonitor: { path: /api/v1/uptime/monitor }',
      'profile.yaml:2:3: the contract states the path of createMonitor, so it cannot be bound',
    ],
    [
      'a binding of nothing',
      'bindings:\n  openIncidents: { path: /api/v1/oncall/incident }',
      'profile.yaml:2:3: unknown key bindings.openIncidents (did you mean openIncident?)',
    ],
    [
      'two operations at one place',
      'bindings:\n  listSchedules: { path: /api/v1/oncall/incidents }',
      'profile.yaml:2:3: listSchedules and listIncidents are both bound to GET /api/v1/oncall/incidents',
    ],
    ['not a map', '- a', 'profile.yaml:1:1: a profile is a map of keys'],
  ])('%s', (_, text, message) => {
    expect(mistakes(text)[0]).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
  })
})
