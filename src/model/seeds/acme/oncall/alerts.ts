/** The summary of each alert, about the service it belongs to. */
const SUMMARIES = {
  BackupMissed: (service) => `The last backup of ${service} is more than 26 hours old`,
  CacheMissRate: (service) => `Two thirds of the lookups of ${service} miss the cache`,
  CdnErrors: (service) => `The CDN answers more than 1 % of requests for ${service} with 5xx`,
  CertificateExpiry: (service) => `A certificate of ${service} expires within five days`,
  ClockSkew: (service) => `Clocks of two hosts of ${service} differ by more than a second`,
  ConfigDrift: (service) => `${service} runs with a configuration that nobody committed`,
  DeclineRate: (service) => `${service}: issuers decline more cards than usual for this hour`,
  DiskFull: (service) => `A volume of ${service} has less than 2 % left`,
  DnsFailures: (service) => `Lookups by ${service} fail with SERVFAIL`,
  ErrorBudgetBurn: (service) => `${service} burns its error budget fourteen times too fast`,
  ErrorRate: (service) => `More than 2 % of requests to ${service} fail`,
  ExchangeRateStale: (service) => `${service} works with exchange rates of yesterday`,
  FraudScoreTimeout: (service) => `${service} waits more than 3 s for the fraud score`,
  HighLatency: (service) => `The 99th percentile of ${service} has been above 2 s for ten minutes`,
  ImageResizeErrors: (service) => `${service} cannot make thumbnails of new pictures`,
  IndexLag: (service) => `The index of ${service} is more than 15 minutes behind`,
  LoginFailures: (service) => `${service} refuses ten times as many logins as usual`,
  MemoryPressure: (service) => `The kernel has killed a process of ${service}`,
  NodeDown: (service) => `A node of ${service} has not been heard of for two minutes`,
  PayoutRejected: (service) => `The bank has rejected a payout file of ${service}`,
  PodRestarts: (service) => `A pod of ${service} restarted five times in ten minutes`,
  ProbeFailed: (service) => `${service} cannot be reached from two of three vantages`,
  ProviderErrors: (service) => `The provider behind ${service} answers with errors`,
  QueueDepth: (service) => `The queue of ${service} holds more than 10,000 jobs`,
  RateLimited: (service) => `A partner limits the requests of ${service}`,
  ReplicaLag: (service) => `A replica of ${service} is 90 s behind its primary`,
  SitemapStale: (service) => `The sitemap of ${service} was not renewed last night`,
  SlowQueries: (service) => `${service}: more than a hundred queries a minute take over a second`,
  ThreadPoolExhausted: (service) => `${service} has no free worker left`,
  WebhookBacklog: (service) => `Partners wait more than ten minutes for news from ${service}`,
} as const satisfies Record<string, (service: string) => string>

export type AlertName = keyof typeof SUMMARIES

export const summaryOf = (alert: AlertName, service: string): string => SUMMARIES[alert](service)

export const ALERT_NAMES = Object.keys(SUMMARIES) as [AlertName, ...AlertName[]]
