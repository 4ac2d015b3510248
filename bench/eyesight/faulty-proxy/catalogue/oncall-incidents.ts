import { borrow, insteadOf, relist, reversed, rewrite, unfiltered } from '../deeds.ts'
import type { Fault, Visit } from '../fault.ts'
import { asList, fieldsOf, good, omit, reply } from '../replies.ts'
import { advance, as, event, get, post, remove, times } from '../steps.ts'

const PATH = '/oncall/incidents'
const LIST = `GET ${PATH}`
const OPEN = `POST ${PATH}`
const ACKNOWLEDGE = `POST ${PATH}/{id}/acknowledge`
const RESOLVE = `POST ${PATH}/{id}/resolve`
const UPDATE = `POST ${PATH}/{id}/updates`

const open = post(PATH, { serviceId: 'svc_checkout', title: 'Checkout is slow' })
const acknowledge = post(`${PATH}/$1.id/acknowledge`)
const resolve = post(`${PATH}/$1.id/resolve`)

/** The incident of a request as the list has it. */
async function listed({ ask, upstream }: Visit) {
  const incidents = asList(fieldsOf(await upstream('GET', PATH)).incidents)
  return incidents.find(({ id }) => id === ask.at.id)
}

export const oncallIncidents: readonly Fault[] = [
  {
    name: 'oncall-incident-opens-acknowledged',
    area: 'oncall',
    does: 'a manual incident is acknowledged from the start',
    breaks: 'States, incident: opening leads to open',
    checklist: ['ONC-01'],
    show: [open],
    deeds: {
      [OPEN]: async ({ pass, upstream }) => {
        const answer = await pass()
        if (!good(answer)) return answer
        const seen = await upstream('POST', `${PATH}/${fieldsOf(answer).id}/acknowledge`)
        return { ...seen, status: answer.status }
      },
    },
  },
  {
    name: 'oncall-acknowledged-at-missing',
    area: 'oncall',
    does: 'acknowledging does not show when',
    breaks: 'States, incident: acknowledging sets acknowledgedAt',
    checklist: ['ONC-02'],
    show: [open, acknowledge],
    deeds: { [ACKNOWLEDGE]: rewrite((one) => omit(one, 'acknowledgedAt')) },
  },
  {
    name: 'oncall-acknowledgement-swallowed',
    area: 'oncall',
    does: 'acknowledging is answered as done, and nothing is done',
    breaks: 'States, incident: open becomes acknowledged',
    checklist: ['ONC-02'],
    show: [open, acknowledge, get(PATH)],
    deeds: {
      [ACKNOWLEDGE]: async (visit) => {
        const one = await listed(visit)
        return one?.status === 'open'
          ? reply(200, { ...one, status: 'acknowledged', acknowledgedAt: one.openedAt })
          : visit.pass()
      },
    },
  },
  {
    name: 'oncall-resolution-swallowed',
    area: 'oncall',
    does: 'resolving is answered as done, and nothing is done',
    breaks: 'States, incident: open or acknowledged becomes resolved',
    checklist: ['ONC-03', 'ONC-06'],
    show: [open, resolve, get(PATH)],
    deeds: {
      [RESOLVE]: async (visit) => {
        const one = await listed(visit)
        return one ? reply(200, { ...one, status: 'resolved', resolvedAt: one.openedAt }) : visit.pass()
      },
    },
  },
  {
    name: 'oncall-resolved-at-missing',
    area: 'oncall',
    does: 'resolving does not show when',
    breaks: 'States, incident: resolving sets resolvedAt',
    checklist: ['ONC-03'],
    show: [open, resolve],
    deeds: { [RESOLVE]: rewrite((one) => omit(one, 'resolvedAt')) },
  },
  {
    name: 'oncall-resolved-is-acknowledged-again',
    area: 'oncall',
    does: 'acknowledging a resolved incident takes it back to acknowledged',
    breaks: 'States, incident: resolved is terminal',
    checklist: ['ONC-03'],
    show: [open, resolve, acknowledge],
    deeds: {
      [RESOLVE]: async ({ ask, pass, memory }) => {
        const answer = await pass()
        if (good(answer)) memory.notes.set(`resolved ${ask.at.id}`, fieldsOf(answer))
        return answer
      },
      [ACKNOWLEDGE]: async ({ ask, pass, memory }) => {
        const answer = await pass()
        const resolved = memory.notes.get(`resolved ${ask.at.id}`)
        const turnedAway = [401, 403, 404].includes(answer.status)
        return resolved && !turnedAway ? reply(200, { ...resolved, status: 'acknowledged' }) : answer
      },
    },
  },
  {
    name: 'oncall-working-set-has-resolved',
    area: 'oncall',
    does: 'the list without a filter has resolved incidents too',
    breaks: 'Endpoints, On-call, operation 4: without a filter open plus acknowledged',
    checklist: ['ONC-06'],
    show: [open, resolve, get(PATH)],
    deeds: {
      [RESOLVE]: async ({ ask, pass, memory }) => {
        const answer = await pass()
        if (good(answer)) memory.notes.set(`resolved ${ask.headers.authorization} ${ask.at.id}`, fieldsOf(answer))
        return answer
      },
      [LIST]: relist('incidents', (all, { ask, memory }) => {
        const mine = `resolved ${ask.headers.authorization} `
        const resolved = [...memory.notes].filter(([key]) => key.startsWith(mine)).map(([, one]) => one)
        return ask.query.has('status') ? all : [...all, ...asList(resolved)].slice(0, 100)
      }),
    },
  },
  {
    name: 'oncall-incidents-oldest-first',
    area: 'oncall',
    does: 'the list of incidents begins with the oldest',
    breaks: 'Endpoints, On-call, operation 4: newest first',
    checklist: ['ONC-06'],
    // At the same instant either order would do.
    show: [open, advance('PT1M'), open, get(PATH)],
    deeds: { [LIST]: reversed('incidents') },
  },
  {
    name: 'oncall-incidents-without-cap',
    area: 'oncall',
    does: 'the list goes on past a hundred incidents',
    breaks: 'Limits: the incident list has at most 100',
    checklist: ['ONC-06', 'LIM-01'],
    show: [...times(101, open), get(PATH)],
    deeds: {
      [OPEN]: async ({ ask, pass, memory }) => {
        const answer = await pass()
        const key = `opened ${ask.headers.authorization}`
        if (good(answer)) memory.notes.set(key, [fieldsOf(answer), ...asList(memory.notes.get(key))])
        return answer
      },
      [LIST]: relist('incidents', (all, { ask, memory }) => {
        if (all.length < 100 || ask.query.has('status')) return all
        const opened = asList(memory.notes.get(`opened ${ask.headers.authorization}`))
        return [...all, ...opened.filter(({ id }) => !all.some((one) => one.id === id))]
      }),
    },
  },
  {
    name: 'oncall-incidents-cut-short',
    area: 'oncall',
    does: 'the list ends after ten incidents',
    breaks: 'Endpoints, On-call, operation 4: the working set, up to 100',
    checklist: ['ONC-06'],
    show: [...times(11, open), get(PATH)],
    deeds: { [LIST]: relist('incidents', (all) => all.slice(0, 10)) },
  },
  {
    name: 'oncall-status-filter-ignored',
    area: 'oncall',
    does: 'the status filter is ignored',
    breaks: 'Endpoints, On-call, operation 4: status filters the list',
    checklist: ['ONC-06'],
    show: [open, get(`${PATH}?status=acknowledged`)],
    deeds: { [LIST]: unfiltered('status') },
  },
  {
    name: 'oncall-alert-after-resolution-lost',
    area: 'oncall',
    does: 'what an alert opens on a service with a resolved incident is not listed',
    breaks: 'States, incident: a new firing alert opens a new incident',
    checklist: ['ONC-04'],
    show: [open, resolve, event('alert-fires', { serviceId: 'svc_checkout', alert: 'HighLatency' }), get(PATH)],
    deeds: {
      [RESOLVE]: async ({ pass, memory }) => {
        const answer = await pass()
        if (good(answer)) memory.notes.set(`resolved on ${fieldsOf(answer).serviceId}`, true)
        return answer
      },
      [LIST]: relist('incidents', (all, { memory }) =>
        all.filter(
          ({ serviceId, firingAlerts }) => firingAlerts === 0 || !memory.notes.has(`resolved on ${serviceId}`),
        ),
      ),
    },
  },
  {
    name: 'oncall-resolved-incident-unreadable',
    area: 'oncall',
    does: 'a resolved incident is unknown when read',
    breaks: 'Endpoints, On-call, operation 13: one incident; States: resolved incidents stay as they are',
    checklist: ['ONC-08', 'ONC-03'],
    show: [open, resolve, get(`${PATH}/$1.id`)],
    deeds: {
      [`GET ${PATH}/{id}`]: async ({ pass }) => {
        const answer = await pass()
        return answer.body.includes('"status":"resolved"') ? reply(404, { error: 'no such incident' }) : answer
      },
    },
  },
  {
    name: 'oncall-update-refused-when-resolved',
    area: 'oncall',
    does: 'nothing can be published on a resolved incident',
    breaks: 'States, incident: a public update is allowed when resolved',
    checklist: ['ONC-07'],
    show: [open, resolve, post(`${PATH}/$1.id/updates`, { body: 'What went wrong' })],
    deeds: {
      [UPDATE]: async (visit) => {
        const unresolved = await listed(visit)
        const known = good(await visit.upstream('GET', `${PATH}/${visit.ask.at.id}`))
        return known && !unresolved ? reply(409, { error: 'the incident is resolved' }) : visit.pass()
      },
    },
  },
  {
    name: 'oncall-author-from-the-body',
    area: 'oncall',
    does: 'the author of an update is who the body says',
    breaks: 'Endpoints, On-call, operation 21: the author label is stamped from the session',
    checklist: ['ONC-07'],
    show: [open, post(`${PATH}/$1.id/updates`, { body: 'We are on it', byLabel: 'Mallory' })],
    deeds: {
      [UPDATE]: rewrite((made, { ask }) => ({ ...made, byLabel: fieldsOf(ask).byLabel ?? made.byLabel })),
    },
  },
  {
    name: 'oncall-retraction-swallowed',
    area: 'oncall',
    does: 'retracting an update is answered as done, and it stays public',
    breaks: 'Endpoints, On-call, operation 25: hard delete from the public page',
    checklist: ['ONC-07'],
    show: [
      open,
      post(`${PATH}/$1.id/updates`, { body: 'We are on it' }),
      remove(`${PATH}/$1.id/updates/$2.id`),
      event('status-page-viewed', { serviceIds: ['svc_checkout'] }),
    ],
    deeds: {
      [UPDATE]: async ({ pass, memory }) => {
        const answer = await pass()
        if (good(answer)) memory.notes.set(`update ${fieldsOf(answer).id}`, true)
        return answer
      },
      [`DELETE ${PATH}/{id}/updates/{uid}`]: async ({ ask, pass, memory, upstream }) => {
        const reachable = good(await upstream('GET', `${PATH}/${ask.at.id}`))
        return reachable && memory.notes.delete(`update ${ask.at.uid}`) ? reply(204) : pass()
      },
    },
  },
  {
    name: 'oncall-foreign-incident-resolved',
    area: 'oncall',
    does: "another organization's incident can be resolved",
    breaks: "Conventions: every operation acts on the caller's organization",
    checklist: ['GEN-04'],
    show: [open, as('outsider', resolve)],
    deeds: { [RESOLVE]: borrow(403, 404) },
  },
  {
    name: 'oncall-title-optional',
    area: 'oncall',
    does: 'an incident without a title is opened under a made-up one',
    breaks: 'Endpoints, On-call, operation 6: serviceId and title are required',
    checklist: ['ONC-01', 'GEN-08'],
    show: [post(PATH, { serviceId: 'svc_checkout' })],
    deeds: {
      [OPEN]: insteadOf([400, 422], ({ ask, pass }, refused) =>
        fieldsOf(ask).title === undefined ? pass({ body: { ...fieldsOf(ask), title: 'Untitled' } }) : refused,
      ),
    },
  },
]
