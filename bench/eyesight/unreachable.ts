/** Stated rules whose absence shows in no answer that the judge may hold against anyone, and why. */
export const UNREACHABLE: Readonly<Record<string, string>> = {
  'general.input-invalid (iam)': 'no operation of the area takes input.',
  'general.input-invalid (organization)': 'every field of its only body is optional, and none has a list of values.',
  'general.unknown-resource-open (tokens)': 'no operation of the area names a thing.',
  'general.unknown-resource-open (iam)': 'no operation of the area names a thing.',
  'general.unknown-resource-open (organization)': 'no operation of the area names a thing.',
  'general.unknown-resource-open (uptime)':
    'only an export token has no stated 404, and to delete what never was may be answered like any other deletion.',
  'general.unknown-resource-open (email)': 'every thing that an email path names has the stated 404.',
  'oncall.acknowledge-is-marked': 'where the mark shows is open: no field of an incident has it.',
  'oncall.incident-detail-whole': 'the fields of the detail are not shown.',
  'uptime.snippets-cut': 'how long a snippet may be is open.',
  'registry.catalog-complete': 'which upstreams there are is known from the catalog alone.',
  'registry.key-secret-is-password':
    'which username goes with a key is open, so a refusal at the data plane proves nothing; a profile that pins registry.key-username would.',
  'registry.quota-per-registry': 'what becomes of a push beyond the quota is open (registry.full).',
  'email.outside-grant': 'whether reading needs a permission at all is open (general.read-tier); the lists are judged.',
  'email.key-org-wide': 'a narrower key only shows as a 403 of the sending door, which may as well be a quota.',
  'email.check-schedules': 'a pass that nobody forced may do the same, and neither outcome may be demanded.',
  'email.pause-shown':
    'when sending is paused is open; it takes a driver that reports it, and more bounces than a walk causes.',
  'email.sending-paused': 'without it a message waits until the pause is over, which a target may choose.',
  'email.quota-used-up': 'without it a message waits until the next day, which a target may choose.',
  'email.payload-frozen': 'payloads only show to a receiver.',
  'email.rotation-replaces': 'signatures only show to a receiver.',
  'clusters.organization-mismatch': 'without it the cluster is unknown, which is allowed as well.',
  'clusters.concurrent-change':
    'a change during a roll may be accepted; of two at the same time the parallel phase judges the effect.',
  'clusters.single-replica-restarts': 'how a restart shows is open.',
  'clusters.redundant-stays-up': 'how a restart shows is open, and a cluster may show no endpoint at any time.',
}

/** Faults that nothing the judge may do brings to light, and why. */
export const UNSEEN_FAULTS: Readonly<Record<string, string>> = {
  'oncall-paging-default-is-nothing': 'without a driver, whether somebody has ever saved settings shows nowhere.',
  'catalog-misses-registries': 'which kinds of things are scopable is open, and none of this kind ever shows.',
  'pattern-anything': 'what becomes of a text that is no pattern is open (email.invalid-pattern).',
  'disabled-endpoint-served':
    'it records a delivery that is never attempted, which may be one that is held (email.disabled-events).',
  'clusters-quota-is-429': '429 may come at any time, so it proves nothing.',
}
