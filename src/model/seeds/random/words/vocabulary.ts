/** The words that names are made of, by the kind of thing: one from each list, in this order. */
const LISTS = {
  service: [
    ['Checkout', 'Search', 'Invoices', 'Login', 'Catalog', 'Basket', 'Shipping', 'Returns', 'Loyalty', 'Reviews'],
    ['API', 'frontend', 'worker', 'database', 'cache', 'gateway', 'scheduler', 'importer', 'exports', 'back office'],
  ],
  check: [
    ['Shop', 'Blog', 'Status page', 'Partner portal', 'Documentation', 'Tracking', 'Payments', 'Help centre', 'Images'],
    ['home', 'health', 'login', 'API', 'TLS', 'search', 'sign-up', 'feed'],
  ],
  registry: [
    ['north', 'harbor', 'cobalt', 'meadow', 'ferry', 'granite', 'lantern', 'orchard', 'pelican', 'summit'],
    ['apps', 'base', 'tools', 'mirror', 'builds', 'models', 'edge', 'charts'],
  ],
  cluster: [
    ['prod', 'staging', 'batch', 'edge', 'gpu', 'ci', 'lab', 'demo', 'reports', 'games'],
    ['eu', 'us', 'ap', 'fra', 'iad', 'sin', 'ams', 'syd', 'gru'],
  ],
  repository: [
    ['storefront', 'platform', 'billing', 'search', 'mobile', 'data', 'infra', 'support', 'media', 'security'],
    ['web', 'api', 'worker', 'cron', 'proxy', 'migrate', 'exporter', 'sidecar', 'bench', 'docs', 'toolbox'],
  ],
  node: [
    ['worker', 'pool-a', 'pool-b', 'spot', 'metal', 'arm', 'edge', 'ingress', 'db', 'gpu'],
    ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13'],
  ],
  key: [
    ['deploy', 'ci', 'release', 'laptop', 'mirror', 'scanner', 'preview', 'rollback', 'nightly', 'shop', 'newsletter'],
    ['prod', 'staging', 'eu', 'us', 'test', 'legacy', 'contractors', 'agency', 'bot'],
  ],
  token: [
    [
      'laptop',
      'terraform',
      'backup script',
      'dashboard',
      'phone',
      'audit',
      'migration',
      'cron',
      'notebook',
      'chat bot',
    ],
    ['at home', 'at work', '2025', '2026', 'of the team', 'read only', 'for finance', 'temporary', 'of the partner'],
  ],
  scraper: [
    ['prometheus', 'grafana', 'victoria', 'zabbix', 'thanos', 'mimir', 'netdata', 'checkmk'],
    ['prod', 'staging', 'eu', 'us', 'lab', 'office', 'old'],
  ],
  source: [
    ['Alertmanager', 'Grafana', 'Zabbix', 'Sentry', 'Nagios', 'Cloud alarms', 'Log alerts'],
    ['Europe', 'America', 'Asia', 'office', 'warehouse', 'data centre', 'partners'],
  ],
  rotation: [
    ['Primary', 'Nights', 'Weekend', 'Database', 'Platform', 'Network', 'Payments', 'Front end', 'Data', 'Security'],
    ['Europe', 'Americas', 'Asia', 'everybody', 'seniors', 'holidays', 'backup'],
  ],
  policy: [
    ['Urgent', 'Relaxed', 'Business hours', 'Out of hours', 'Quiet', 'Loud', 'Two steps', 'Everybody'],
    ['shop', 'payments', 'platform', 'data', 'partners', 'internal', 'trial'],
  ],
  rule: [
    ['main', 'pull requests', 'releases', 'nightly', 'tags', 'hotfixes', 'previews'],
    ['web', 'api', 'worker', 'infra', 'docs', 'mobile', 'data', 'tools'],
  ],
  person: [
    ['mia', 'noah', 'lea', 'finn', 'ida', 'jonas', 'zoe', 'max', 'olena', 'nour', 'priya', 'hanh', 'ines', 'tomek'],
    [
      'schaefer',
      'moreau',
      'ng',
      'sato',
      'kowalska',
      'silva',
      'okafor',
      'larsen',
      'rossi',
      'weber',
      'novak',
      'haddad',
      'khan',
    ],
  ],
  company: [
    ['blue', 'silver', 'northern', 'little', 'grand', 'old', 'bright', 'quiet', 'rapid', 'wild', 'golden'],
    ['anchor', 'bakery', 'cinema', 'forest', 'garden', 'harvest', 'island', 'kitchen', 'library', 'market', 'theatre'],
  ],
  mailbox: [
    ['support', 'orders', 'billing', 'hello', 'jobs', 'returns', 'press', 'legal', 'sales', 'events'],
    ['', '-eu', '-us', '-vip', '-archive', '-test', '-fr', '*', '-de*'],
  ],
} as const satisfies Record<string, readonly [readonly string[], readonly string[]]>

export type Sort = keyof typeof LISTS

/** Shares no factor with the lengths of two lists, so that each combination comes before one comes again. */
const STRIDE = 7919

/** The nth name of a sort, in two words; there are as many as one wants, and each comes once. */
export function words(
  sort: Sort,
  number: number,
  salt: number,
): { readonly first: string; readonly second: string; readonly again: string } {
  const [firsts, seconds] = LISTS[sort]
  const all = firsts.length * seconds.length
  const index = ((salt + number) * STRIDE) % all
  const round = Math.floor(number / all)
  const column = index % firsts.length
  // Neighbours are to differ in both words.
  const row = (Math.floor(index / firsts.length) + column) % seconds.length
  const [first = '', second = ''] = [firsts[column], seconds[row]]
  return { first, second, again: round === 0 ? '' : String(round + 1) }
}

/** The same as a text, with something between the words. */
export function name(sort: Sort, number: number, salt: number, between: string): string {
  const { first, second, again } = words(sort, number, salt)
  return [first, second, again].filter((word) => word !== '').join(between)
}
