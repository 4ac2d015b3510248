import { CAST } from '../../kit/cast.ts'
import type { AlertName } from './alerts.ts'
import type { IncidentPlan } from './plan.ts'

/** The start of an incident: an alert, or a note by somebody who noticed. */
type Happening = { readonly title: string } & ({ readonly alert: AlertName } | { readonly note: string })

const alarm = (title: string, alert: AlertName): Happening => ({ title, alert })
const noticed = (title: string, note: string): Happening => ({ title, note })

const CHECKOUT: readonly Happening[] = [
  alarm('Basket forgets what was put in', 'CacheMissRate'),
  alarm('Checkout takes ten seconds in the evening', 'HighLatency'),
  noticed('Postcodes of Northern Ireland are refused', 'Three customers called about it; the form wants a space.'),
  alarm('Gift cards cannot be redeemed', 'ErrorRate'),
  alarm('Order confirmation hangs', 'QueueDepth'),
  noticed('Delivery date lies in the past', 'The calendar offers last Thursday. Orders go through all the same.'),
  alarm('Cart pods run out of memory', 'MemoryPressure'),
  alarm('Address lookup is down', 'ProviderErrors'),
  alarm('Coupon service out of workers', 'ThreadPoolExhausted'),
  noticed(
    'Total rounds differently than the invoice',
    'A cent off whenever three things are bought. Found by the auditors.',
  ),
  alarm('Checkout database replica lags', 'ReplicaLag'),
  alarm('Guest checkout fails on phones', 'ErrorRate'),
  alarm('Tax service answers late', 'HighLatency'),
  noticed('“Pay later” shows up for everybody', 'It was meant for the trial in Austria only.'),
  alarm('Session store restarts', 'PodRestarts'),
  alarm('Shipping prices cannot be worked out', 'ProviderErrors'),
  alarm('Checkout deploy rolled back', 'ErrorBudgetBurn'),
  noticed('Straße becomes StraÃŸe on the label', 'Umlauts and ß come out wrong at the label printer since noon.'),
  alarm('Stock is counted twice', 'SlowQueries'),
  alarm('Loyalty points are not booked', 'WebhookBacklog'),
]

const SEARCH: readonly Happening[] = [
  alarm('Suggestions are empty', 'ErrorRate'),
  alarm('Reindexing takes all night', 'IndexLag'),
  noticed('Searching for “ハンマー” finds nothing', 'Half-width letters only. English words are fine.'),
  alarm('Search replica lost', 'NodeDown'),
  alarm('Heap of the query nodes is full', 'MemoryPressure'),
  alarm('Filters by price take five seconds', 'SlowQueries'),
  noticed('Sold-out things come first', 'Since the ranking change of Monday; revenue says it shows.'),
  alarm('Snapshot of the index is missing', 'BackupMissed'),
  alarm('Search times out from Asia', 'HighLatency'),
  alarm('Disk of node 4 fills up', 'DiskFull'),
  noticed('Synonyms are gone', 'Sofa no longer finds couch. The file was empty after the merge.'),
  alarm('Too many shards move at once', 'ClockSkew'),
  alarm('Typo tolerance switched itself off', 'ConfigDrift'),
  alarm('Crawler of partner shops is limited', 'RateLimited'),
  noticed('Pictures in results are of other things', 'An anvil shows a piano. Only in the mobile app.'),
  alarm('Query cache thrown away every minute', 'CacheMissRate'),
  alarm('Index of reviews is behind', 'IndexLag'),
  alarm('Master election repeats', 'NodeDown'),
  noticed('Sorting by name ignores Ø', 'Reported from Copenhagen: Ørsted stands between O and P.'),
  alarm('Autocomplete errors after the release', 'ErrorBudgetBurn'),
]

const PAYMENTS: readonly Happening[] = [
  alarm('Strong authentication loops', 'ProviderErrors'),
  alarm('Payout to sellers rejected', 'PayoutRejected'),
  noticed(
    'Refund sent to the wrong currency',
    'A customer in Zürich got euros. Two more of the same batch are held back.',
  ),
  alarm('Fraud scoring is late', 'FraudScoreTimeout'),
  alarm('Webhook of the card scheme backs up', 'WebhookBacklog'),
  alarm('Declines of one issuer in France', 'DeclineRate'),
  noticed('Receipts show the old VAT rate', 'Only for orders before midnight that were shipped after.'),
  alarm('Ledger database is slow', 'SlowQueries'),
  alarm('Exchange rates are of yesterday', 'ExchangeRateStale'),
  alarm('Certificate of the bank link expires', 'CertificateExpiry'),
  noticed('Direct debits were drawn twice', 'Forty-one customers; the bank has been told and reverses them tonight.'),
  alarm('Settlement queue grows', 'QueueDepth'),
  alarm('Tokenisation refuses new cards', 'ErrorRate'),
  alarm('Provider limits us', 'RateLimited'),
  noticed('Invoices lack the purchase order number', 'Large customers send them back. The field was renamed.'),
  alarm('Reconciliation job out of memory', 'MemoryPressure'),
  alarm('Backup of the ledger is missing', 'BackupMissed'),
  alarm('Instant transfers time out', 'HighLatency'),
  noticed('Apple Pay button is missing in Safari', 'The domain file returns 404 since the move.'),
  alarm('Chargeback feed stopped', 'WebhookBacklog'),
]

const WEBSITE: readonly Happening[] = [
  alarm('Fonts do not load', 'CdnErrors'),
  alarm('Home page is slow in Oceania', 'HighLatency'),
  noticed('Cookie banner covers the menu', 'On small screens it cannot be closed.'),
  alarm('Image proxy returns errors', 'ImageResizeErrors'),
  alarm('Sitemap is old', 'SitemapStale'),
  alarm('DNS answers fail now and then', 'DnsFailures'),
  noticed('Career page lists a job we filled', 'Applications keep coming in. Please take it down.'),
  alarm('Logins refused in a wave', 'LoginFailures'),
  alarm('Edge configuration was changed by hand', 'ConfigDrift'),
  alarm('Website cannot be reached from Singapore', 'ProbeFailed'),
  noticed('Arabic pages are laid out left to right', 'The direction is lost on every page below /ar.'),
  alarm('Product pictures are missing', 'CdnErrors'),
  alarm('Preview environment was public', 'ConfigDrift'),
  alarm('Contact form drops messages', 'QueueDepth'),
  noticed('Imprint shows the old managing director', 'Legal asks for a correction before the weekend.'),
  alarm('Thumbnails are not made', 'ImageResizeErrors'),
  alarm('Render farm restarts', 'PodRestarts'),
  alarm('Blog certificate expires', 'CertificateExpiry'),
  noticed('Price of the anvil reads € 0,00', 'For two minutes, twice. Eleven orders, all of them cancelled.'),
  alarm('Language switch leads to an error page', 'ErrorRate'),
]

const SERVICES = { svc_checkout: CHECKOUT, svc_search: SEARCH, svc_payments: PAYMENTS, svc_website: WEBSITE } as const
const STAFF = [CAST.engineer, CAST.admin, CAST.member, CAST.support, CAST.owner] as const

/** Thirteen and a half hours from one to the next, the services in turn, from eighty-eight days ago on. */
const minutesAgoOf = (turn: number): number => 88 * 1440 - turn * 812

/** The first weeks, when nobody was paged yet. All of it is over. */
export const HISTORY: readonly IncidentPlan[] = Object.entries(SERVICES).flatMap(([service, happenings], row) =>
  happenings.map((happening, index) => plan(service, happening, index * 4 + row)),
)

function plan(service: string, happening: Happening, turn: number): IncidentPlan {
  const { title } = happening
  const takenAfter = 2 + ((turn * 7) % 23)
  const after = takenAfter + 15 + ((turn * 37) % 190)
  const common = { minutesAgo: minutesAgoOf(turn), service, title, by: STAFF[turn % STAFF.length] ?? CAST.admin }
  if ('note' in happening)
    return { ...common, alerts: [], note: happening.note, takenAfter, over: { after, how: 'by a person' } }
  // Every sixth alert is over before anybody looks.
  const taken = turn % 6 === 0 ? {} : { takenAfter }
  return { ...common, alerts: [happening.alert], ...taken, over: { after, how: 'by itself' } }
}
