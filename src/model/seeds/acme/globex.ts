import { CAST, participant } from '../kit/cast.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../kit/durations.ts'
import { putOncallService } from '../kit/oncall-service.ts'
import type { Story, Strand } from '../kit/story.ts'
import { arrivals, reactionMs } from '../kit/transit.ts'
import { putOldMail } from './email/archive.ts'
import { mondayAtNine } from './oncall/oncall.ts'
import { token } from './tokens.ts'

const { outsider, neighbour } = CAST

/** The other organization: a few things of each kind, none of which acme may see. */
export function globex(story: Story): void {
  for (const strand of [organization, oncall, registry, email, cluster, uptime]) story.begin(strand(story))
  story.begin(token(story, { by: outsider, name: 'deploy', daysAgo: 30, lastsDays: 365 }))
}

function* organization(story: Story): Strand {
  yield story.before(77 * DAY)
  story.ask(outsider, 'updateContacts', { body: { billingEmail: 'accounts@globex.example' } })
}

function* oncall(story: Story): Strand {
  const { endMs } = story
  yield story.before(76 * DAY)
  putOncallService(story.here, 'globex', 'svc_warehouse', 'Warehouse')
  const schedule = story.ask(outsider, 'createSchedule', {
    body: {
      name: 'Everybody',
      timezone: 'Europe/Berlin',
      participants: [outsider, neighbour].map(participant),
      handoff: mondayAtNine(story),
    },
  })
  const target = { kind: 'schedule', id: schedule.id, label: schedule.name } as const
  const policy = story.ask(outsider, 'createEscalationPolicy', {
    body: { name: 'Default', repeat: 0, steps: [{ target, waitSeconds: 600 }] },
  })
  const parameters = { id: 'svc_warehouse' }
  story.ask(outsider, 'setServiceEscalationPolicy', { parameters, body: { escalationPolicyId: policy.id } })
  const source = story.ask(outsider, 'createAlertSource', { body: { name: 'Zabbix', serviceId: 'svc_warehouse' } })
  const swap = { ...participant(neighbour), startsAt: new Date(endMs - 12 * DAY).toISOString() }
  story.ask(outsider, 'addOverride', {
    parameters: { id: schedule.id },
    body: { ...swap, endsAt: new Date(endMs + DAY).toISOString() },
  })
  yield story.before(11 * DAY)
  const alert = { sourceId: source.id, alert: 'ConveyorStopped' }
  story.happens('globex', 'alertFires', { ...alert, title: 'Conveyor stopped' })
  yield story.here.nowMs + 25 * MINUTE
  story.happens('globex', 'alertResolves', alert)
  yield story.before(50 * MINUTE)
  story.ask(neighbour, 'openIncident', {
    body: { serviceId: 'svc_warehouse', title: 'Scanners lose their connection' },
  })
}

function* registry(story: Story): Strand {
  yield story.before(70 * DAY)
  story.ask(outsider, 'createRegistry', { body: { slug: 'globex', displayName: 'Globex' } })
  const parameters = { slug: 'globex' }
  story.ask(outsider, 'createRegistryKey', { parameters, body: { name: 'ci', mode: 'readwrite' } })
  for (const tag of ['1', '2', '3']) {
    yield story.here.nowMs + 10 * DAY
    story.happens('globex', 'imagePushed', { registry: 'globex', repository: 'scanner', tags: [tag, 'latest'] })
  }
}

function* email(story: Story): Strand {
  yield story.before(66 * DAY)
  const { id } = story.ask(outsider, 'createDomain', { body: { name: 'globex.example' } })
  story.happens('globex', 'dnsRecordPublished', { domain: id })
  story.ask(outsider, 'checkDomain', { parameters: { id } })
  const key = story.ask(outsider, 'createSendKey', { body: { name: 'everything' } })
  for (let number = 1; number <= 12; number++) {
    yield story.before((61 - 5 * number) * DAY)
    const { messageId } = story.happens('globex', 'messageSent', deliveryNote(number))
    const sentMs = story.here.nowMs
    for (const { recipient, afterMs } of arrivals(messageId, [`partner-${number}@partners.example`])) {
      yield sentMs + afterMs
      story.happens('globex', 'messageDelivered', { messageId, recipient })
    }
  }
  yield* pausedSending(story, id, key.secret)
}

const DOCKS = [
  'Łódź, rampa 4',
  'Rotterdam, Maasvlakte',
  'Львів, брама 2',
  'Trieste, molo VII',
  '横浜 本牧ふ頭',
] as const

function deliveryNote(number: number) {
  const dock = DOCKS[number % DOCKS.length] ?? DOCKS[0]
  return {
    from: 'Globex Warehouse <info@globex.example>',
    to: [`partner-${number}@partners.example`],
    subject: `Delivery note ${2040 + number}: ${dock}`,
    text: `${1 + (number % 7)} pallets for ${dock} leave on truck ${11 + ((number * 5) % 23)}. Please be at the gate an hour before.`,
  }
}

/** A list of partners that nobody had looked after: so much of it came back that sending is paused; one still waits. */
function* pausedSending(story: Story, domainId: string, secret: string): Strand {
  const { endMs } = story
  const first = story.before(21 * HOUR)
  for (let number = 100; number < 205; number++) {
    yield first + (number - 100) * 317 * SECOND
    const mail = { direction: 'send', cc: undefined, domainId, endMs, ...deliveryNote(number) } as const
    putOldMail(story.here, 'globex', mail)
  }
  for (let number = 300; number < 306; number++) {
    yield story.here.nowMs + 95 * SECOND
    const { messageId } = story.happens('globex', 'messageSent', deliveryNote(number))
    yield story.here.nowMs + reactionMs(messageId, 'hard')
    if (number === 305) story.ask(secret, 'sendMessage', { body: deliveryNote(306) })
    story.happens('globex', 'messageBounced', { messageId, bounce: 'hard' })
  }
}

function* cluster(story: Story): Strand {
  yield story.before(55 * DAY)
  story.ask(outsider, 'createCluster', { body: { name: 'warehouse', tier: 'small' } })
  yield story.here.nowMs + HOUR
  story.happens('globex', 'nodeJoins', { cluster: 'warehouse', node: 'rack-1', ready: true })
}

function* uptime(story: Story): Strand {
  yield story.before(54 * DAY)
  const [interval] = story.here.newest('UptimeInterval', 'all', 'globex')
  const vantage = [...story.here.oldest('UptimeVantage', 'all', 'globex')].find(({ available }) => available)
  const service = story.ask(outsider, 'createUptimeService', { body: { name: 'Intranet' } })
  story.ask(outsider, 'createMonitor', {
    body: {
      name: 'Intranet',
      serviceId: service.id,
      intervalSeconds: interval?.seconds ?? 0,
      vantages: vantage ? [vantage.id] : [],
      kind: 'http',
      http: { url: 'https://intranet.globex.example/' },
    },
  })
  story.ask(outsider, 'createExportToken', { body: { name: 'zabbix' } })
}
