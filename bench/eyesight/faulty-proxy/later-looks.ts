import type { Fault } from './fault.ts'
import { fieldsOf, good, withBody } from './replies.ts'
import { advance, as, event, get, post, times } from './steps.ts'

const monitor = (name = 'Front page') =>
  post('/uptime/monitors', {
    name,
    kind: 'http',
    intervalSeconds: 60,
    vantages: ['fra'],
    http: { url: 'https://www.example.com/' },
  })
const mail = event('message-sent', { from: 'shop@mail.acme.example', to: ['jo@customer.example'] })

/**
 * Faults that looks were made for, by those who made the looks: they show that each look sees what it is for, and are no
 * part of the figures.
 */
export const laterLooks: readonly Fault[] = [
  {
    name: 'email-log-cursor-forgets-filter',
    area: 'email',
    does: 'every page after the first is of all domains',
    breaks: 'Endpoints, Email, messages: filtered by domain, and the cursor leads to the next page',
    checklist: ['EML-09'],
    show: [
      post('/email/domains', { name: 'mail.acme.example' }),
      event('dns-record-published', { domain: 'mail.acme.example' }),
      post('/email/domains/$1.id/check'),
      advance('PT10M'),
      post('/email/domains', { name: 'news.acme.example' }),
      event('dns-record-published', { domain: 'news.acme.example' }),
      post('/email/domains/$5.id/check'),
      advance('PT10M'),
      event('message-sent', { from: 'shop@news.acme.example', to: ['jo@customer.example'] }),
      ...times(52, mail),
      get('/email/messages?domainId=$1.id'),
      get('/email/messages?domainId=$1.id&cursor=$62.cursor'),
    ],
    deeds: {
      'GET /email/messages': ({ ask, pass }) => {
        if (!ask.query.has('cursor')) return pass()
        const query = new URLSearchParams(ask.query)
        query.delete('domainId')
        return pass({ query })
      },
    },
  },
  {
    name: 'uptime-metrics-beyond-window',
    area: 'uptime',
    does: 'metrics of the last hour have the points of the whole day',
    breaks: 'Endpoints, Uptime, metrics: window is 1h, 24h or 7d',
    checklist: ['UPT-06', 'LIM-01'],
    show: [
      monitor(),
      event('probe-result', { monitorId: '$1.id', outcome: 'ok', times: 2 }),
      advance('PT4H'),
      get(`/uptime/monitors/$1.id/metrics?window=1h`),
    ],
    deeds: {
      'GET /uptime/monitors/{id}/metrics': async ({ ask, pass }) => {
        if (ask.query.get('window') !== '1h') return pass()
        const day = await pass({ query: new URLSearchParams({ window: '24h' }) })
        return good(day) ? withBody(day, { ...fieldsOf(day), window: '1h' }) : day
      },
    },
  },
  {
    name: 'uptime-scrape-of-everybody',
    area: 'uptime',
    does: 'a scrape shows the monitors of every organization',
    breaks: 'Authentication, point 7: export tokens are org-scoped',
    checklist: ['UPT-08', 'GEN-04'],
    show: [
      as('outsider', monitor('Not yours')),
      post('/uptime/export-tokens', { name: 'scraper' }),
      as('$2.token', get('/uptime/metrics')),
    ],
    deeds: {
      'POST /uptime/monitors': async ({ pass, memory }) => {
        const answer = await pass()
        const { id, name } = fieldsOf(answer)
        if (good(answer)) memory.notes.set(String(id), name)
        return answer
      },
      'GET /uptime/metrics': async ({ pass, memory }) => {
        const answer = await pass()
        const lines = [...memory.notes].map(([id, name]) => `uptime_monitor_up{monitor="${id}",name="${name}"} 1\n`)
        return good(answer) ? { ...answer, body: Buffer.from(answer.body.toString() + lines.join('')) } : answer
      },
    },
  },
]
