import type { Fault } from './fault.ts'
import { cluster, event, inProd, joins, owner } from './steps.ts'

const nodes = owner('listNodes', { params: inProd })
const token = owner('createRegistrationToken', { params: inProd, body: { name: 'pool' } })
const tokens = owner('listRegistrationTokens', { params: inProd })
const switchToken = (disabled: boolean) =>
  owner('updateRegistrationToken', { params: { ...inProd, id: '$1.id' }, body: { disabled } })
const kubeconfig = owner('getKubeconfig', { params: inProd })
const exposed = (service: string) => event('serviceExposed', { cluster: 'prod', service })

/** Faults of nodes, tokens, client configuration and load balancers. */
export const NODE_FAULTS: readonly Fault[] = [
  {
    name: 'node-stays',
    rule: 'CLU-12',
    what: 'a deregistered node is still listed',
    minimal: [cluster(), joins('n-1'), owner('deleteNode', { params: { ...inProd, node: 'n-1' } }), nodes],
    shows: { at: 'body.nodes.length', correct: 0, faulty: 1 },
  },
  {
    name: 'kubeconfig-without-expiry',
    rule: 'CLU-10',
    what: 'client configuration does not say when it expires',
    minimal: [cluster(), kubeconfig],
    shows: { at: 'body.expiresIn', correct: { type: 'number' }, faulty: { absent: true } },
  },
  {
    name: 'kubeconfig-never-expires',
    rule: 'CLU-10',
    what: 'client configuration works long after it should',
    minimal: [
      cluster(),
      kubeconfig,
      event('advanceClock', { by: 'P2D' }),
      event('credentialUsed', { kind: 'kubeconfig', secret: '$1.kubeconfig', cluster: 'prod' }),
    ],
    shows: { at: 'body.accepted', correct: false, faulty: true },
  },
  {
    name: 'join-token-reusable',
    rule: 'CLU-11',
    what: 'a join token lets a second node in',
    minimal: [
      cluster(),
      owner('createJoinToken', { params: inProd }),
      joins('n-1', { token: '$1.joinToken' }),
      joins('n-2', { token: '$1.joinToken' }),
    ],
    shows: { at: 'status', correct: { refused: true }, faulty: 200 },
  },
  {
    name: 'registration-secret-listed',
    rule: 'CLU-13',
    what: 'the list of registration tokens shows them',
    minimal: [cluster(), token, tokens],
    shows: { at: 'body.tokens.0.token', correct: { absent: true }, faulty: { present: true } },
  },
  {
    name: 'registration-token-once',
    rule: 'CLU-13',
    what: 'a registration token lets only one node in',
    minimal: [cluster(), token, joins('n-1', { token: '$1.token' }), joins('n-2', { token: '$1.token' })],
    shows: { at: 'status', correct: 200, faulty: { refused: true } },
  },
  {
    name: 'disabled-registration-joins',
    rule: 'CLU-13',
    what: 'a disabled registration token lets a node in',
    minimal: [cluster(), token, switchToken(true), joins('n-1', { token: '$1.token' })],
    shows: { at: 'status', correct: { refused: true }, faulty: 200 },
  },
  {
    name: 'registration-stays-disabled',
    rule: 'CLU-13',
    what: 'a disabled registration token cannot be enabled again',
    minimal: [cluster(), token, switchToken(true), switchToken(false), tokens],
    shows: { at: 'body.tokens.0.disabled', correct: false, faulty: true },
  },
  {
    name: 'registration-token-stays',
    rule: 'CLU-13',
    what: 'a revoked registration token is still listed',
    minimal: [cluster(), token, owner('deleteRegistrationToken', { params: { ...inProd, id: '$1.id' } }), tokens],
    shows: { at: 'body.tokens.length', correct: 0, faulty: 1 },
  },
  {
    name: 'services-beyond-max',
    rule: 'CLU-14, LIM-02',
    what: 'more services get an address than maxServices',
    minimal: [
      cluster({ managedLoadBalancers: { enabled: true } }),
      event('quotaChanges', { quota: 'load-balancer-services', cluster: 'prod', value: 1 }),
      exposed('web/front'),
      exposed('web/back'),
    ],
    shows: { at: 'body.ip', correct: { absent: true }, faulty: { present: true } },
  },
]
