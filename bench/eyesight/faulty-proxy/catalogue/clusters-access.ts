import { each, insteadOf, keepSecret, rewrite, showSecrets, swallow } from '../deeds.ts'
import type { Fault } from '../fault.ts'
import { asList, fieldsOf, good, omit, reply, withBody } from '../replies.ts'
import { advance, event, get, patch, post, remove } from '../steps.ts'

const ONE = '/clusters/{name}'
const TOKENS = `${ONE}/registration-tokens`
const cluster = post('/clusters', { name: 'prod', tier: 'small' })
const ready = advance('PT10M')
const token = post('/clusters/prod/registration-tokens', { name: 'pool' })
const TOKEN = '/clusters/prod/registration-tokens/$2.id'
const listed = get('/clusters/prod/registration-tokens')

export const clustersAccess: readonly Fault[] = [
  {
    name: 'clusters-usage-is-a-list',
    area: 'clusters',
    does: 'the usage comes as a list with one snapshot',
    breaks: 'Endpoints, Clusters, usage: an object',
    checklist: ['CLU-09', 'GEN-09'],
    show: [cluster, get('/clusters/prod/usage')],
    deeds: {
      [`GET ${ONE}/usage`]: async ({ pass }) => {
        const answer = await pass()
        return good(answer) ? withBody(answer, [fieldsOf(answer)]) : answer
      },
    },
  },
  {
    name: 'clusters-client-configuration-expiry-is-text',
    area: 'clusters',
    does: 'expiresIn of the client configuration is a duration in words',
    breaks: 'Endpoints, Clusters, kubeconfig: expiresIn is an integer',
    checklist: ['CLU-10', 'GEN-02'],
    show: [cluster, ready, get('/clusters/prod/kubeconfig')],
    deeds: { [`GET ${ONE}/kubeconfig`]: rewrite((made) => ({ ...made, expiresIn: `${made.expiresIn}s` })) },
  },
  {
    name: 'clusters-join-token-given-twice',
    area: 'clusters',
    does: 'every join token of a cluster is the first one again, spent or not',
    breaks: 'Limits: a join token is single use, for one node',
    checklist: ['CLU-11', 'LIM-03'],
    show: [
      cluster,
      ready,
      post('/clusters/prod/join-tokens'),
      event('node-joins', { cluster: 'prod', node: 'worker-1', token: '$3.joinToken' }),
      post('/clusters/prod/join-tokens'),
    ],
    deeds: {
      [`POST ${ONE}/join-tokens`]: async ({ ask, pass, memory }) => {
        const answer = await pass()
        const key = `join ${ask.headers.authorization} ${ask.at.name}`
        if (good(answer) && !memory.notes.has(key)) memory.notes.set(key, fieldsOf(answer))
        return good(answer) ? withBody(answer, memory.notes.get(key)) : answer
      },
    },
  },
  {
    name: 'clusters-join-token-without-cluster',
    area: 'clusters',
    does: 'a join token does not say for which cluster it is',
    breaks: 'Endpoints, Clusters, join tokens: joinToken, cluster and joinCommand',
    checklist: ['CLU-11', 'GEN-02'],
    show: [cluster, post('/clusters/prod/join-tokens')],
    deeds: { [`POST ${ONE}/join-tokens`]: rewrite((made) => omit(made, 'cluster')) },
  },
  {
    name: 'clusters-registration-secret-listed',
    area: 'clusters',
    does: 'the list of registration tokens shows the secrets',
    breaks: 'Resources, RegistrationToken: never the secret',
    checklist: ['CLU-13', 'GEN-06'],
    show: [cluster, token, listed],
    deeds: {
      [`POST ${TOKENS}`]: keepSecret(
        ({ id }) => id,
        ({ token: secret }) => secret,
      ),
      [`GET ${TOKENS}`]: showSecrets('tokens', 'id', 'token'),
    },
  },
  {
    name: 'clusters-registration-switch-ignored',
    area: 'clusters',
    does: 'switching a registration token is answered as done, and nothing is done',
    breaks: 'Endpoints, Clusters, registration tokens: deactivate or reactivate',
    checklist: ['CLU-13'],
    show: [cluster, token, patch(TOKEN, { disabled: true }), listed],
    deeds: {
      [`PATCH ${TOKENS}/{id}`]: swallow(
        204,
        ({ ask }) => `/clusters/${ask.at.name}/registration-tokens`,
        ({ ask }) => ask.at.id ?? '',
      ),
    },
  },
  {
    name: 'clusters-registration-token-off-for-good',
    area: 'clusters',
    does: 'a registration token that is off cannot be switched on',
    breaks: 'States, switches: disabled is reversible',
    checklist: ['CLU-13'],
    show: [cluster, token, patch(TOKEN, { disabled: true }), patch(TOKEN, { disabled: false }), listed],
    deeds: {
      [`PATCH ${TOKENS}/{id}`]: async ({ ask, pass, upstream }) => {
        const list = fieldsOf(await upstream('GET', `/clusters/${ask.at.name}/registration-tokens`))
        const off = asList(list.tokens).some(({ id, disabled }) => id === ask.at.id && disabled === true)
        return off && fieldsOf(ask).disabled === false ? reply(204) : pass()
      },
    },
  },
  {
    name: 'clusters-registration-token-stays',
    area: 'clusters',
    does: 'revoking a registration token is answered as done, and it goes on letting nodes in',
    breaks: 'Endpoints, Clusters, registration tokens: DELETE revokes',
    checklist: ['CLU-13'],
    show: [
      cluster,
      token,
      remove(TOKEN),
      ready,
      event('credential-used', { kind: 'registration-token', secret: '$2.token', cluster: 'prod' }),
    ],
    deeds: {
      [`DELETE ${TOKENS}/{id}`]: swallow(
        204,
        ({ ask }) => `/clusters/${ask.at.name}/registration-tokens`,
        ({ ask }) => ask.at.id ?? '',
      ),
    },
  },
  {
    name: 'clusters-node-stays',
    area: 'clusters',
    does: 'deregistering a node is answered as done, and nothing is done',
    breaks: 'Endpoints, Clusters, nodes: DELETE deregisters the node across all planes',
    checklist: ['CLU-12'],
    show: [
      cluster,
      ready,
      event('node-joins', { cluster: 'prod', node: 'worker-1' }),
      remove('/clusters/prod/nodes/worker-1'),
      get('/clusters/prod/nodes'),
    ],
    deeds: {
      [`DELETE ${ONE}/nodes/{node}`]: swallow(
        204,
        ({ ask }) => `/clusters/${ask.at.name}/nodes`,
        ({ ask }) => ask.at.node ?? '',
      ),
    },
  },
  {
    name: 'clusters-node-ready-is-a-number',
    area: 'clusters',
    does: 'ready is 1 or 0',
    breaks: 'Resources, Node: ready is a boolean',
    checklist: ['CLU-09', 'GEN-02'],
    show: [
      cluster,
      ready,
      event('node-joins', { cluster: 'prod', node: 'worker-1', ready: true }),
      get('/clusters/prod/nodes'),
    ],
    deeds: { [`GET ${ONE}/nodes`]: each('nodes', (node) => ({ ...node, ready: Number(node.ready) })) },
  },
  {
    name: 'clusters-nodes-of-unknown-cluster',
    area: 'clusters',
    does: 'an unknown cluster has no nodes rather than being unknown',
    breaks: 'Errors, clusters: 404 for an unknown cluster',
    checklist: ['CLU-01', 'CLU-09'],
    show: [get('/clusters/none/nodes')],
    deeds: { [`GET ${ONE}/nodes`]: insteadOf([404], () => reply(200, { nodes: [] })) },
  },
]
