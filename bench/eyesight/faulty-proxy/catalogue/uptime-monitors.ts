import { borrow, each, insteadOf, relist, resend, restatus, reversed, rewrite } from '../deeds.ts'
import type { Fault } from '../fault.ts'
import { asList, fieldsOf, good, omit, reply, withBody } from '../replies.ts'
import { advance, as, event, get, patch, post, remove, type Step, times } from '../steps.ts'

const PATH = '/uptime/monitors'
const LIST = `GET ${PATH}`
const CREATE = `POST ${PATH}`
const ONE = `${PATH}/{id}`

const CHECK = {
  name: 'Front page',
  kind: 'http',
  intervalSeconds: 60,
  vantages: ['fra'],
  http: { url: 'https://www.example.com/' },
}
const monitor = (more: Readonly<Record<string, unknown>> = {}) => post(PATH, { ...CHECK, ...more })
const probe = (outcome: string, count = 2) => event('probe-result', { monitorId: '$1.id', outcome, times: count })
const wait = advance('PT10M')
/** Down and up again. */
const turn: readonly Step[] = [probe('fail'), wait, probe('ok'), wait]

export const uptimeMonitors: readonly Fault[] = [
  {
    name: 'uptime-unavailable-vantage-taken',
    area: 'uptime',
    does: 'a vantage that is not available is answered as if taken',
    breaks: 'Endpoints, Uptime, catalog: vantages with available false are rejected on writes',
    checklist: ['UPT-03'],
    show: [get('/uptime/catalog'), monitor({ vantages: ['syd'] })],
    deeds: {
      [CREATE]: async ({ ask, pass, upstream }) => {
        const answer = await pass()
        const asked = fieldsOf(ask)
        if (good(answer) || !Array.isArray(asked.vantages)) return answer
        const offered = asList(fieldsOf(await upstream('GET', '/uptime/catalog')).vantages)
        const named: readonly unknown[] = asked.vantages
        if (!offered.some(({ id, available }) => available === false && named.includes(id))) return answer
        const available = offered.find((one) => one.available === true)
        const made = await pass({ body: { ...asked, vantages: [available?.id] } })
        return good(made) ? withBody(made, { ...fieldsOf(made), vantages: asked.vantages }) : answer
      },
    },
  },
  {
    name: 'uptime-any-interval',
    area: 'uptime',
    does: 'an interval that is not offered is rounded to one that is',
    breaks: 'Limits: check intervals are those of the catalog',
    checklist: ['UPT-03', 'LIM-03'],
    show: [monitor({ intervalSeconds: 77 })],
    deeds: {
      [CREATE]: async ({ ask, pass, upstream }) => {
        const answer = await pass()
        const asked = fieldsOf(ask)
        if (good(answer) || !Number.isInteger(asked.intervalSeconds)) return answer
        const [first] = asList(fieldsOf(await upstream('GET', '/uptime/catalog')).intervals)
        return pass({ body: { ...asked, intervalSeconds: first?.seconds } })
      },
    },
  },
  {
    name: 'uptime-monitor-made-twice',
    area: 'uptime',
    does: 'creating a monitor creates a second one',
    breaks: 'Resources, UptimeService: monitors is the live count (one creation, one monitor)',
    checklist: ['UPT-05', 'UPT-04'],
    show: [post('/uptime/services', { name: 'Shop' }), monitor({ serviceId: '$1.id' }), get('/uptime/services')],
    deeds: {
      [CREATE]: async ({ pass }) => {
        const answer = await pass()
        if (good(answer)) await pass()
        return answer
      },
    },
  },
  {
    name: 'uptime-kind-changed',
    area: 'uptime',
    does: 'a change of kind is answered as if made',
    breaks: 'Endpoints, Uptime, monitors: kind is immutable',
    checklist: ['UPT-05'],
    show: [monitor(), patch(`${PATH}/$1.id`, { kind: 'tcp' })],
    deeds: {
      [`PATCH ${ONE}`]: async ({ ask, pass, upstream }) => {
        const { kind } = fieldsOf(ask)
        if (kind === undefined) return pass()
        const there = await upstream('GET', ask.path)
        return good(there) ? reply(200, { ...fieldsOf(there), kind }) : pass()
      },
    },
  },
  {
    name: 'uptime-rename-disables',
    area: 'uptime',
    does: 'a change that does not say enabled switches the monitor off',
    breaks: 'Endpoints, Uptime, monitors: a change is any subset of the fields',
    checklist: ['UPT-05'],
    show: [monitor(), patch(`${PATH}/$1.id`, { name: 'Home' })],
    deeds: { [`PATCH ${ONE}`]: resend((asked) => ({ enabled: false, ...asked })) },
  },
  {
    name: 'uptime-timeout-ignored',
    area: 'uptime',
    does: 'a monitor is created without the timeout asked for',
    breaks: 'Endpoints, Uptime, monitors: timeoutMs is a field of the creation',
    checklist: ['UPT-05'],
    show: [monitor({ timeoutMs: 4321 })],
    deeds: { [CREATE]: resend((asked) => omit(asked, 'timeoutMs')) },
  },
  {
    name: 'uptime-deleted-monitor-readable',
    area: 'uptime',
    does: 'a deleted monitor can still be read',
    breaks: 'Errors, uptime: 404 for an unknown monitor',
    checklist: ['UPT-05', 'UPT-01'],
    show: [monitor(), remove(`${PATH}/$1.id`), get(`${PATH}/$1.id`)],
    deeds: {
      [CREATE]: async ({ ask, pass, memory }) => {
        const answer = await pass()
        const one = fieldsOf(answer)
        if (good(answer)) memory.notes.set(`monitor ${ask.headers.authorization} ${one.id}`, one)
        return answer
      },
      [`GET ${ONE}`]: insteadOf([404], ({ ask, memory }, refused) => {
        const one = memory.notes.get(`monitor ${ask.headers.authorization} ${ask.at.id}`)
        return one ? reply(200, one) : refused
      }),
    },
  },
  {
    name: 'uptime-disabled-monitors-not-listed',
    area: 'uptime',
    does: 'monitors that are switched off are not listed',
    breaks: 'Endpoints, Uptime, monitors: the list has the monitors',
    checklist: ['UPT-05'],
    show: [monitor({ enabled: false }), get(PATH)],
    deeds: { [LIST]: relist('monitors', (all) => all.filter(({ enabled }) => enabled === true)) },
  },
  {
    name: 'uptime-reading-switches-off',
    area: 'uptime',
    does: 'reading a monitor switches it off',
    breaks: 'Endpoints, Uptime, monitors: GET reads; enabled changes by PATCH',
    checklist: ['UPT-05'],
    show: [monitor(), get(`${PATH}/$1.id`), get(`${PATH}/$1.id`)],
    deeds: {
      [`GET ${ONE}`]: async ({ ask, pass, upstream }) => {
        const answer = await pass()
        if (good(answer)) await upstream('PATCH', ask.path, { enabled: false })
        return answer
      },
    },
  },
  {
    name: 'uptime-foreign-monitor-changed',
    area: 'uptime',
    does: "another organization's monitor can be changed",
    breaks: "Conventions: every operation acts on the caller's organization",
    checklist: ['GEN-04'],
    show: [as('outsider', monitor()), patch(`${PATH}/$1.id`, { name: 'Mine' })],
    deeds: { [`PATCH ${ONE}`]: borrow(403, 404) },
  },
  {
    name: 'uptime-quota-is-409',
    area: 'uptime',
    does: 'a monitor beyond the quota is answered 409',
    breaks: 'Errors, uptime: 403 when the monitor quota is reached',
    checklist: ['UPT-05', 'LIM-03'],
    show: [event('quota-changes', { quota: 'monitors', value: 0 }), monitor()],
    deeds: { [CREATE]: restatus(403, 409) },
  },
  {
    name: 'uptime-window-ignored',
    area: 'uptime',
    does: 'metrics are always of the last hour',
    breaks: 'Endpoints, Uptime, metrics: window is 1h, 24h or 7d',
    checklist: ['UPT-06', 'LIM-01'],
    show: [monitor(), get(`${PATH}/$1.id/metrics?window=7d`)],
    deeds: {
      [`GET ${ONE}/metrics`]: ({ ask, pass }) =>
        pass({ query: new URLSearchParams(ask.query.toString().replace('window=7d', 'window=1h')) }),
    },
  },
  {
    name: 'uptime-metrics-unavailable-is-500',
    area: 'uptime',
    does: 'unavailable metrics are answered 500',
    breaks: 'Errors, uptime metrics: 503 when temporarily unavailable',
    checklist: ['UPT-06'],
    show: [
      monitor(),
      event('metrics-availability', { monitorId: '$1.id', available: false }),
      get(`${PATH}/$1.id/metrics`),
    ],
    deeds: { [`GET ${ONE}/metrics`]: restatus(503, 500) },
  },
  {
    name: 'uptime-metrics-series-by-name',
    area: 'uptime',
    does: 'the series come as an object by vantage',
    breaks: 'Resources, metrics view: series is an array',
    checklist: ['UPT-06', 'GEN-02'],
    show: [monitor(), get(`${PATH}/$1.id/metrics`)],
    deeds: {
      [`GET ${ONE}/metrics`]: rewrite((view) => ({
        ...view,
        series: Object.fromEntries(asList(view.series).map(({ vantage, points }) => [String(vantage), points])),
      })),
    },
  },
  {
    name: 'uptime-transitions-oldest-first',
    area: 'uptime',
    does: 'transitions begin with the oldest',
    breaks: 'Endpoints, Uptime, transitions: most recent first',
    checklist: ['UPT-07'],
    show: [monitor(), ...turn, get(`${PATH}/$1.id/transitions`)],
    deeds: { [`GET ${ONE}/transitions`]: reversed('transitions') },
  },
  {
    name: 'uptime-transitions-without-cap',
    area: 'uptime',
    does: 'transitions once shown are shown for ever',
    breaks: 'Limits: at most 50 transitions',
    checklist: ['UPT-07', 'LIM-01'],
    show: [
      monitor(),
      ...times(25, ...turn),
      get(`${PATH}/$1.id/transitions`),
      ...turn,
      get(`${PATH}/$1.id/transitions`),
    ],
    deeds: {
      [`GET ${ONE}/transitions`]: relist('transitions', (all, { ask, memory }) => {
        const key = `transitions ${ask.at.id}`
        const older = asList(memory.notes.get(key)).filter(({ at }) => !all.some((one) => one.at === at))
        memory.notes.set(key, [...all, ...older])
        return [...all, ...older]
      }),
    },
  },
  {
    name: 'uptime-transition-to-degraded',
    area: 'uptime',
    does: 'a monitor that goes down is said to go to degraded',
    breaks: 'Resources, UptimeTransition: from and to are pending, up or down',
    checklist: ['UPT-07', 'GEN-02'],
    show: [monitor(), probe('fail'), get(`${PATH}/$1.id/transitions`)],
    deeds: {
      [`GET ${ONE}/transitions`]: each('transitions', (one) => ({
        ...one,
        to: one.to === 'down' ? 'degraded' : one.to,
      })),
    },
  },
  {
    name: 'uptime-failures-oldest-first',
    area: 'uptime',
    does: 'failures begin with the oldest',
    breaks: 'Endpoints, Uptime, failures: newest first',
    checklist: ['UPT-07'],
    show: [monitor(), probe('fail', 1), wait, probe('fail', 1), get(`${PATH}/$1.id/failures`)],
    deeds: { [`GET ${ONE}/failures`]: reversed('failures') },
  },
]
