import type { ActorSeed } from '../../../access/seed-identities.ts'
import { CAST } from '../../kit/cast.ts'

/** One incident of the past weeks; times in minutes after its beginning. */
export interface IncidentPlan {
  readonly minutesAgo: number
  readonly service: string
  readonly title: string
  /** Names of the alerts that brought it about; a person opened it when there are none. */
  readonly alerts: readonly string[]
  readonly by: ActorSeed
  readonly takenAfter?: number
  /** By the alerts themselves, or by the person while they still fire. */
  readonly over?: { readonly after: number; readonly how: 'by itself' | 'by a person' }
  readonly updates?: readonly { readonly after: number; readonly body: string; readonly retracted?: boolean }[]
}

const { owner, admin, member, engineer } = CAST
const days = (count: number, minutes = 0): number => count * 1440 + minutes
const itself = (after: number) => ({ after, how: 'by itself' }) as const
const person = (after: number) => ({ after, how: 'by a person' }) as const

const [CHECKOUT, SEARCH, PAYMENTS, WEBSITE] = ['svc_checkout', 'svc_search', 'svc_payments', 'svc_website'] as const

/** Those that are over, then those that are not. Of a service they do not overlap, so that each alert opens its own. */
export const INCIDENTS: readonly IncidentPlan[] = [
  {
    minutesAgo: days(43, 200),
    service: CHECKOUT,
    title: 'Checkout answers slowly',
    alerts: ['HighLatency', 'ErrorBudgetBurn'],
    by: admin,
    takenAfter: 6,
    over: itself(48),
    updates: [
      { after: 9, body: 'We are looking into slow checkouts.' },
      { after: 50, body: 'Checkouts are as fast as usual again.' },
    ],
  },
  {
    minutesAgo: days(41, 75),
    service: SEARCH,
    title: 'Search index is stale',
    alerts: ['IndexLag'],
    by: member,
    takenAfter: 22,
    over: itself(130),
  },
  {
    minutesAgo: days(39, 610),
    service: WEBSITE,
    title: 'Banner shows last year',
    alerts: [],
    by: owner,
    takenAfter: 3,
    over: person(35),
  },
  {
    minutesAgo: days(37, 1010),
    service: PAYMENTS,
    title: 'Card payments fail',
    alerts: ['DeclineRate', 'ProviderErrors', 'QueueDepth'],
    by: engineer,
    takenAfter: 2,
    over: person(95),
    updates: [
      { after: 7, body: 'Some card payments are declined. Other ways to pay work.' },
      { after: 60, body: 'Our payment provider has found the cause.' },
      { after: 97, body: 'Card payments work again.' },
    ],
  },
  {
    minutesAgo: days(35, 20),
    service: CHECKOUT,
    title: 'Error rate above 2 %',
    alerts: ['ErrorRate'],
    by: member,
    over: itself(11),
  },
  {
    minutesAgo: days(33, 480),
    service: SEARCH,
    title: 'Search node out of disk',
    alerts: ['DiskFull'],
    by: engineer,
    takenAfter: 4,
    over: itself(64),
  },
  {
    minutesAgo: days(31, 900),
    service: WEBSITE,
    title: 'Certificate expires in 5 days',
    alerts: ['CertificateExpiry'],
    by: admin,
    takenAfter: 130,
    over: itself(300),
  },
  {
    minutesAgo: days(29, 330),
    service: CHECKOUT,
    title: 'Cart service restarts',
    alerts: ['PodRestarts', 'ErrorRate'],
    by: engineer,
    takenAfter: 5,
    over: itself(33),
  },
  {
    minutesAgo: days(28, 45),
    service: PAYMENTS,
    title: 'Refunds are late',
    alerts: [],
    by: member,
    takenAfter: 1,
    over: person(600),
    updates: [
      { after: 30, body: 'Refunds arrive up to a day late.' },
      { after: 602, body: 'All late refunds have been sent.' },
    ],
  },
  {
    minutesAgo: days(26, 720),
    service: SEARCH,
    title: 'Search is slow',
    alerts: ['HighLatency'],
    by: admin,
    takenAfter: 8,
    over: itself(41),
  },
  {
    minutesAgo: days(24, 100),
    service: WEBSITE,
    title: 'Images do not load',
    alerts: ['CdnErrors', 'ErrorRate'],
    by: engineer,
    takenAfter: 3,
    over: itself(57),
    updates: [
      { after: 6, body: 'Images are missing on some pages.' },
      { after: 20, body: 'Only Europe is affected.', retracted: true },
      { after: 58, body: 'Images are back.' },
    ],
  },
  {
    minutesAgo: days(22, 1200),
    service: CHECKOUT,
    title: 'Checkout answers slowly',
    alerts: ['HighLatency'],
    by: member,
    over: itself(9),
  },
  {
    minutesAgo: days(21, 15),
    service: PAYMENTS,
    title: 'Payout file rejected',
    alerts: ['PayoutRejected'],
    by: owner,
    takenAfter: 45,
    over: person(240),
  },
  {
    minutesAgo: days(19, 860),
    service: SEARCH,
    title: 'Search index is stale',
    alerts: ['IndexLag'],
    by: engineer,
    takenAfter: 14,
    over: itself(77),
  },
  {
    minutesAgo: days(17, 300),
    service: CHECKOUT,
    title: 'Discount codes are refused',
    alerts: [],
    by: CAST.support,
    takenAfter: 10,
    over: person(85),
    updates: [
      { after: 15, body: 'Discount codes are refused at the moment.' },
      { after: 86, body: 'Discount codes work again.' },
    ],
  },
  {
    minutesAgo: days(16, 540),
    service: WEBSITE,
    title: 'Website does not answer',
    alerts: ['ProbeFailed', 'ErrorRate', 'HighLatency'],
    by: admin,
    takenAfter: 2,
    over: itself(26),
    updates: [
      { after: 4, body: 'Our website is down. We are on it.' },
      { after: 27, body: 'The website is back.' },
    ],
  },
  {
    minutesAgo: days(14, 60),
    service: PAYMENTS,
    title: 'Queue of payments grows',
    alerts: ['QueueDepth'],
    by: member,
    takenAfter: 7,
    over: itself(39),
  },
  {
    minutesAgo: days(12, 1100),
    service: CHECKOUT,
    title: 'Error rate above 2 %',
    alerts: ['ErrorRate'],
    by: engineer,
    takenAfter: 3,
    over: itself(18),
  },
  {
    minutesAgo: days(10, 420),
    service: SEARCH,
    title: 'Search node lost',
    alerts: ['NodeDown'],
    by: admin,
    takenAfter: 12,
    over: itself(90),
  },
  {
    minutesAgo: days(9, 30),
    service: WEBSITE,
    title: 'Signup mails are late',
    alerts: [],
    by: member,
    takenAfter: 2,
    over: person(150),
  },
  {
    minutesAgo: days(7, 700),
    service: PAYMENTS,
    title: 'Card payments fail',
    alerts: ['DeclineRate'],
    by: engineer,
    takenAfter: 1,
    over: itself(44),
    updates: [
      { after: 3, body: 'Some card payments are declined.' },
      { after: 45, body: 'Card payments work again.' },
    ],
  },
  {
    minutesAgo: days(5, 240),
    service: CHECKOUT,
    title: 'Checkout answers slowly',
    alerts: ['HighLatency', 'ErrorBudgetBurn'],
    by: member,
    takenAfter: 9,
    over: person(70),
  },
  {
    minutesAgo: days(3, 90),
    service: SEARCH,
    title: 'Search is slow',
    alerts: ['HighLatency'],
    by: admin,
    takenAfter: 6,
    over: itself(28),
  },
  {
    minutesAgo: days(1, 380),
    service: CHECKOUT,
    title: 'Cart service restarts',
    alerts: ['PodRestarts'],
    by: engineer,
    takenAfter: 4,
    over: itself(21),
  },

  {
    minutesAgo: days(2, 130),
    service: WEBSITE,
    title: 'Old links lead nowhere',
    alerts: [],
    by: member,
    takenAfter: 20,
  },
  {
    minutesAgo: 372,
    service: WEBSITE,
    title: 'Newsletter links to staging',
    alerts: [],
    by: admin,
    takenAfter: 4,
    updates: [{ after: 12, body: 'Some links in our newsletter do not work. We send a corrected one.' }],
  },
  { minutesAgo: 301, service: SEARCH, title: 'Search index is stale', alerts: ['IndexLag'], by: engineer },
  {
    minutesAgo: 95,
    service: PAYMENTS,
    title: 'Card payments fail',
    alerts: ['DeclineRate', 'ProviderErrors'],
    by: engineer,
    takenAfter: 3,
    updates: [{ after: 8, body: 'Some card payments are declined. We are working on it.' }],
  },
  { minutesAgo: 41, service: WEBSITE, title: 'Prices show without tax', alerts: [], by: member },
  {
    minutesAgo: 12,
    service: CHECKOUT,
    title: 'Error rate above 2 %',
    alerts: ['ErrorRate', 'ErrorBudgetBurn', 'HighLatency'],
    by: engineer,
  },
]
