import type { Json } from '../../src/contract/json.ts'

/** Additions that make the example of an operation work in a fresh mock. */
export interface Recipe {
  /** Lines before it, which find or make what it needs. */
  readonly before?: readonly string[]
  /** Takes the place of the description's example; `$NAME` in a string is a variable of the shell. */
  readonly body?: Json
  /** A file of that name is sent instead. */
  readonly file?: string
  /** Values of the parameters in the path. */
  readonly path?: Readonly<Record<string, string>>
  readonly options?: string
}

const MESSAGE = `MESSAGE=$(first '/email/messages?direction=send&state=delivered' id)`
const MONITOR = 'MONITOR=$(first /uptime/monitors id)'
const TOKEN = 'TOKEN=$(first /tokens id)'
const SOMETHING = `curl --json '{"serviceId":"svc_search","alert":"DiskFull"}' $MOCK/_understudy/events/alert-fires`
const SANDBOX = `curl --json '{"name":"checkout-tests"}' $MOCK/_understudy/sandboxes`
const SCENARIO = { scenario: 'active-override-wins' }

export const RECIPES: Readonly<Record<string, Recipe>> = {
  alertResolves: {
    before: [`curl --json '{"serviceId":"svc_checkout","alert":"HighLatency"}' $MOCK/_understudy/events/alert-fires`],
  },
  nodeJoins: {
    before: ['JOIN=$(first /clusters/prod/join-tokens joinToken POST)'],
    body: { cluster: 'prod', node: 'worker-9', token: '$JOIN', agentVersion: '1.32.4' },
  },
  messageDelivered: { before: [MESSAGE], body: { messageId: '$MESSAGE' } },
  messageBounced: { before: [MESSAGE], body: { messageId: '$MESSAGE', bounce: 'hard' } },
  messageComplained: { before: [MESSAGE], body: { messageId: '$MESSAGE' } },
  webhookEndpointAnswers: {
    before: ['ENDPOINT=$(first /email/webhooks id)'],
    body: {
      endpointId: '$ENDPOINT',
      answers: [{ status: 500 }, { failure: 'timeout' }, { status: 200 }],
      afterwards: 'repeat-last',
    },
  },
  sendingUnpaused: {
    before: [
      `curl -X PUT --json '{"value":{"windowHours":24,"minimum":1,"bounces":"hard","pausesWhen":"reached"}}' $MOCK/_understudy/gaps/email.pause-counting`,
      `curl --json '{"from":"orders@mail.acme.example","to":["jo@customer.example"]}' $MOCK/_understudy/events/message-sent`,
      `MESSAGE=$(first '/email/messages?to=jo@customer.example' id)`,
      `for n in 1 2 3 4 5 6 7 8; do curl --json '{"messageId":"'$MESSAGE'","bounce":"hard"}' $MOCK/_understudy/events/message-bounced; done`,
    ],
  },
  probeResult: { before: [MONITOR], body: { monitorId: '$MONITOR', outcome: 'fail', times: 2, errorKind: 'status' } },
  metricsAvailability: { before: [MONITOR], body: { monitorId: '$MONITOR', available: false } },
  blobShared: {
    before: [
      `curl --json '{"registry":"acme-apps","repository":"storefront/web","digest":"sha256:one","layers":[{"digest":"sha256:base","sizeBytes":52428800}]}' $MOCK/_understudy/events/image-pushed`,
      `curl --json '{"registry":"acme-apps","repository":"storefront/api","digest":"sha256:two"}' $MOCK/_understudy/events/image-pushed`,
    ],
    body: {
      registry: 'acme-apps',
      blob: 'sha256:base',
      from: { repository: 'storefront/web', digest: 'sha256:one' },
      to: { repository: 'storefront/api', digest: 'sha256:two' },
    },
  },
  credentialUsed: {
    before: ['KEY=$(first /registry/registries/acme-apps/keys keyId)'],
    body: { kind: 'registry-key', id: '$KEY', registry: 'acme-apps', repository: 'storefront/web', for: 'pull' },
  },
  tokenDisabled: { before: [TOKEN], body: { tokenId: '$TOKEN' } },
  tokenEnabled: {
    before: [TOKEN, `curl --json '{"tokenId":"'$TOKEN'"}' $MOCK/_understudy/events/token-disabled`],
    body: { tokenId: '$TOKEN' },
  },
  disarmFault: {
    before: [`FAULT=$(curl --json '{"where":{"area":"email"},"status":502}' $MOCK/_understudy/faults | field id)`],
    path: { id: '$FAULT' },
  },
  getSandbox: { before: [SANDBOX], path: { sandbox: 'checkout-tests' } },
  dropSandbox: { before: [SANDBOX], path: { sandbox: 'checkout-tests' } },
  forkSandbox: { before: [SANDBOX], path: { sandbox: 'checkout-tests' } },
  resetSandbox: { before: [SANDBOX], path: { sandbox: 'checkout-tests' } },
  getJournalEntry: { before: [SOMETHING], path: { entry: '1' } },
  getWorldAt: { before: [SOMETHING], path: { entry: '1' } },
  undoJournal: { before: [SOMETHING] },
  saveJournalAsScenario: {
    before: [SOMETHING],
    body: { name: 'disk-full', summary: 'A full disk opens an incident' },
  },
  importWorld: { before: ['curl $MOCK/_understudy/world > world.json'], file: 'world.json' },
  getScenario: { path: SCENARIO },
  loadScenario: { path: SCENARIO },
  getRequest: {
    before: [
      `curl -H 'Authorization: Bearer owner' $MOCK/api/v1/clusters`,
      'REQUEST=$(curl $MOCK/_understudy/requests | number id)',
    ],
    path: { id: '$REQUEST' },
  },
  streamHappenings: { options: '--no-buffer' },
  setGap: { path: { gap: 'oncall.repeat-acknowledge' } },
  unsetGap: { path: { gap: 'oncall.repeat-acknowledge' } },
  rehearse: {
    before: ['INCIDENT=$(first /oncall/incidents id)'],
    body: { steps: [{ operation: 'acknowledgeIncident', actor: 'owner', parameters: { id: '$INCIDENT' } }] },
  },
}
