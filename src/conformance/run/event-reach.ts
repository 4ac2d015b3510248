import type { EventName } from '../../model/request/operation-types.ts'

/**
 * How far an outside event reaches: only the thing that it names, everything of the walk's areas in this organization,
 * everybody whose role or grants it may be about, or the whole target.
 */
export type Reach = 'thing' | 'area' | 'people' | 'target'

const REACHES: Readonly<Record<Exclude<Reach, 'target'>, readonly EventName[]>> = {
  thing: [
    'agentUpgraded',
    'blobShared',
    'clusterChangesConcurrently',
    'credentialUsed',
    'dnsRecordMismatched',
    'dnsRecordPublished',
    'dnsRecordRemoved',
    'headroomChanges',
    'imagePushed',
    'nodeJoins',
    'nodeLost',
    'probeResult',
    'serviceExposed',
    'serviceWithdrawn',
    'tokenDisabled',
    'tokenEnabled',
  ],
  area: [
    'alertFires',
    'alertResolves',
    'backendBehaves',
    'billingEmailCollides',
    'domainClaimedElsewhere',
    'entitlementChanges',
    'messageBounced',
    'messageComplained',
    'messageDelivered',
    'messageReceived',
    'messageSent',
    'metricsAvailability',
    'paymentMethodChanges',
    'providerBehaves',
    'quotaChanges',
    'sendingUnpaused',
    'slugClaimedElsewhere',
    'statusPageViewed',
    'webhookEndpointAnswers',
  ],
  people: ['roleChanges'],
}

const reaches: ReadonlyMap<string, Reach> = new Map(
  (['thing', 'area', 'people'] as const).flatMap((reach) => REACHES[reach].map((event) => [event, reach] as const)),
)

/** What moves the clock, and whatever else is not known to stay in one place, reaches everything. */
export const reachOf = (event: string): Reach => reaches.get(event) ?? 'target'
