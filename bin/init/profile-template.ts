import { stringify } from 'yaml'
import type { Contract } from '../../src/contract/contract.ts'
import type { Binding } from '../../src/contract/operations.ts'
import { DEADLINES } from '../../src/contract/profile/profile-schema.ts'

/**
 * A profile to start from, with every section explained. As it stands it fits
 * `understudy serve --profile profile.yaml`. A line whose `#` has no
 * space after it is one to uncomment: all of them together are a valid profile too.
 */
export function profileTemplate(contract: Contract, version: string, found?: FoundBindings): string {
  return [
    head(version),
    ACTORS,
    found ? foundBindings(contract, found) : bindings(contract),
    GAPS,
    vocabulary(contract),
    BUDGET,
    LENT,
    DRIVER,
    ORGANIZATION,
    deadlines(),
    leaveOut(contract),
  ].join('\n')
}

/** The schema is that of the version that writes the file. */
const head = (
  version: string,
) => `# yaml-language-server: $schema=https://unpkg.com/understudy-api@${version}/dist/spec/profile.schema.json
#
# How to reach your implementation of the Organization Operations Control API, and what it chose where
# the contract is silent. As written, it describes the mock (understudy serve --profile profile.yaml).
# Edit it from top to bottom, then run: understudy doctor URL --profile profile.yaml
# Every key is optional. Lines that start with # and no space are settings to uncomment.

# The name shown in reports.
name: our implementation
`

const ACTORS = `# Callers, and the request headers with their credentials. Most requests are sent as the first one.
# To test permissions and isolation, add a second caller in the same organization, one in another
# organization and one without a credential. \${NAME} is taken from the environment: keep secrets out
# of this file.
actors:
  owner:
    role: owner
    organization: acme
    headers: { Authorization: "Bearer owner" } # for your API: "Bearer \${OWNER_TOKEN}"
    # Who this is on the target; leave out what you do not know.
    user: usr_ada
    label: Ada
    email: ada@acme.example
  member:
    role: member
    organization: acme
    headers: { Authorization: "Bearer member" } # "Bearer \${MEMBER_TOKEN}"
    user: usr_cy
  outsider:
    role: owner
    organization: globex
    headers: { Authorization: "Bearer outsider" } # "Bearer \${OUTSIDER_TOKEN}"
  nobody: { role: none, organization: acme }
`

const GAPS = `# Choices at points that the contract leaves open. verify enforces those listed here and no others;
# the mock follows them. \`understudy spec gaps\` lists all of them, and
# \`understudy learn URL --profile profile.yaml --write profile.yaml\` fills in what it observes.
#gaps:
#  general.validation-status: 422
#  oncall.repeat-acknowledge: refuse
`

const BUDGET = `# How many operations of each cost category a run may use. Free operations need no budget.
budget:
  slow: 20
  permanent: 50
#  money: 5
#  pages-people: 5
`

const LENT = `# Existing resources that a run may change, by entity. All others that were there before are left alone.
# List on-call services without an open incident, because an alert would be added to it.
lent:
  OncallService: [svc_spare]
`

const DRIVER = `# How outside events (an alert fires, an hour passes) are triggered: a module with a function for each,
# or a server that implements the control description. Without one, they are not exercised.
#driver: { module: ./driver.mjs }
`

const ORGANIZATION = `# exclusive: nobody else uses the organization during a run, so its settings may be changed too.
organization: open
`

/** Our addresses for operations to which the contract gives none. */
function bindings({ operations }: Contract): string {
  const open = [...operations.values()].filter(({ assumedBinding }) => assumedBinding)
  return [
    '# Operations whose method, path or success status the contract does not state. Uncomment and edit',
    '# those that differ on your API; the others are expected as listed here.',
    '#bindings:',
    ...open.map(
      ({ id, method, path, success }) =>
        `#  ${id}: { method: ${method}, path: ${JSON.stringify(path)}, status: ${success.status} }`,
    ),
    '',
  ].join('\n')
}

/** The addresses of operations in an implementer's own description. */
export interface FoundBindings {
  readonly sure: ReadonlyMap<string, Binding>
  readonly open: ReadonlyMap<string, readonly Binding[]>
}

/** Certain matches are active; uncertain ones are comments. */
function foundBindings({ operations }: Contract, { sure, open }: FoundBindings): string {
  const inAll = [...operations.keys()]
  const lines = inAll.flatMap((id) => {
    const binding = sure.get(id)
    return binding ? [`  ${id}: ${place(binding)}`] : []
  })
  const choices = inAll.flatMap((id) => {
    const places = open.get(id)
    if (!places) return []
    if (places.length === 0) return [`# ${id}: no match in the description`]
    return [`# ${id}: one of`, ...places.map((one) => `#   ${id}: ${place(one)}`)]
  })
  return [
    '# Operations whose method, path or success status the contract does not state, as found in your description.',
    ...(lines.length > 0 ? ['bindings:', ...lines] : ['#bindings:']),
    ...(choices.length > 0 ? ['# Several match; choose one:', ...choices] : []),
    '',
  ].join('\n')
}

const place = ({ method, path, status }: Binding): string =>
  `{ method: ${method}, path: ${JSON.stringify(path)}${status === undefined ? '' : `, status: ${status}`} }`

/** Examples of values that an owner supplies; the active ones fit the mock. */
const SUPPLIED: Readonly<Record<string, unknown>> = {
  users: [
    { id: 'usr_ada', label: 'Ada' },
    { id: 'usr_cy', label: 'Cy' },
  ],
  oncallServices: ['svc_spare'],
  incidentStatusFilter: { open: 'open', acknowledged: 'acknowledged', resolved: 'resolved' },
}
const TO_SUPPLY: Readonly<Record<string, unknown>> = {
  orchestratorVersions: ['1.33', '1.34'],
  eventTypes: ['delivered', 'bounced'],
  regions: ['eu-west'],
  purgeValue: 'true',
  domainSuffix: 'judged.example',
  phone: '+15550100',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how a profile names a variable
  provider: { accountSid: 'AC0123', authToken: '${PROVIDER_TOKEN}', fromNumber: '+15550101' },
  receiverUrl: 'http://127.0.0.1:9099',
  reservedSlug: 'admin',
  readOnlyRoles: ['uptime-viewer'],
}

function vocabulary({ source }: Contract): string {
  return [
    '# Values that cannot be generated. Operations that need a missing one are not exercised;',
    '# understudy doctor lists them.',
    'vocabulary:',
    ...Object.entries(source.vocabulary).flatMap(([name, { about }]) => {
      if (!(name in SUPPLIED || name in TO_SUPPLY)) return []
      const used = name in SUPPLIED
      const value = inOneLine(SUPPLIED[name] ?? TO_SUPPLY[name] ?? '')
      return [`  # ${about}`, used ? `  ${name}: ${value}` : `#  ${name}: ${value}`]
    }),
    '',
  ].join('\n')
}

function deadlines(): string {
  return [
    '# Seconds to wait for asynchronous work.',
    '#deadlines:',
    ...DEADLINES.map((name) => `#  ${name}: ${name === 'request' ? 10 : 600}`),
    '',
    '# Seconds within which a stale read may catch up.',
    'settle: 1',
    '',
  ].join('\n')
}

function leaveOut({ operations }: Contract): string {
  const [dear] = [...operations.values()].filter(({ cost }) => cost === 'money')
  return [
    '# Operations that a run never calls: those of areas your API does not have, or that must not be used.',
    `#leaveOut: [${dear?.id ?? [...operations.keys()][0]}]`,
    '',
  ].join('\n')
}

const inOneLine = (value: unknown): string =>
  stringify(value, {
    collectionStyle: 'flow',
    lineWidth: 0,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
  }).trim()
