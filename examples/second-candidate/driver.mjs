/** Something that could not be caused; `status` is the one the control description has for the case. */
class CannotHappen extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

/** The outside events of the candidate. Others have no function. */
const EVENTS = [
  'paymentMethodChanges',
  'billingEmailCollides',
  'entitlementChanges',
  'backendBehaves',
  'quotaChanges',
  'roleChanges',
  'imagePushed',
  'blobShared',
  'slugClaimedElsewhere',
  'dnsRecordPublished',
  'dnsRecordRemoved',
  'dnsRecordMismatched',
  'domainClaimedElsewhere',
  'messageSent',
  'messageReceived',
  'messageDelivered',
  'messageBounced',
  'messageComplained',
  'webhookEndpointAnswers',
  'sendingUnpaused',
  'nodeJoins',
  'agentUpgraded',
  'nodeLost',
  'headroomChanges',
  'serviceExposed',
  'serviceWithdrawn',
  'clusterChangesConcurrently',
  'credentialUsed',
  'getClock',
  'setClock',
  'advanceClock',
  'resetWorld',
]

/**
 * Causes what happens to a candidate other than through its API: one function per operation of the
 * control description, by its operationId, with its bodies. The candidate's test interface has the
 * same names, so there is nothing to translate; it keeps no journal, so `entry` is missing.
 * @param {{url: string}} target
 */
export default function driver({ url }) {
  const base = url.replace(/\/$/, '')
  return Object.fromEntries(EVENTS.map((event) => [event, (body = {}) => cause(`${base}/_test/${event}`, body)]))
}

/** @param {string} url @param {object} body */
async function cause(url, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (response.ok) return answer
  throw new CannotHappen([404, 409].includes(response.status) ? response.status : 400, String(answer.error))
}
