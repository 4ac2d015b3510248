import { borrow, hideNewest, insteadOf, over, resend, restatus, reworded, rewrite } from '../deeds.ts'
import type { Deed, Fault } from '../fault.ts'
import { asFields, fieldsOf, good, omit, reply } from '../replies.ts'
import { advance, as, event, get, patch, post, remove } from '../steps.ts'

const CREATE = 'POST /clusters'
const ONE = '/clusters/{name}'
const cluster = (orchestratorVersion?: string) =>
  post('/clusters', { name: 'prod', tier: 'small', ...(orchestratorVersion && { orchestratorVersion }) })
const ready = advance('PT10M')

const minor = (version: unknown) => Number(String(version).split('.')[1])

/** A change of the version by so many minors is answered as if accepted, though it was refused. */
const versionTaken = (hops: (minors: number) => boolean): Deed =>
  insteadOf([400, 409, 422], async ({ ask, upstream }, refused) => {
    const asked = fieldsOf(ask)
    const there = await upstream('GET', ask.path)
    const minors = minor(asked.orchestratorVersion) - minor(fieldsOf(there).orchestratorVersion)
    return good(there) && hops(minors) ? reply(200, over(there, asked)) : refused
  })

export const clustersThemselves: readonly Fault[] = [
  {
    name: 'clusters-created-with-200',
    area: 'clusters',
    does: 'creating is answered 200',
    breaks: 'Endpoints, Clusters: 201',
    checklist: ['CLU-01', 'GEN-09'],
    show: [cluster()],
    deeds: { [CREATE]: restatus(201, 200) },
  },
  {
    name: 'clusters-any-tier',
    area: 'clusters',
    does: 'a tier that is not offered becomes a small one',
    breaks: 'Endpoints, Clusters: tier is small, medium or large',
    checklist: ['CLU-02', 'GEN-08'],
    show: [post('/clusters', { name: 'prod', tier: 'huge' })],
    deeds: {
      [CREATE]: resend((asked) =>
        typeof asked.tier === 'string' && !['small', 'medium', 'large'].includes(asked.tier)
          ? { ...asked, tier: 'small' }
          : asked,
      ),
    },
  },
  {
    name: 'clusters-newest-not-listed',
    area: 'clusters',
    does: 'the cluster created last is not in the list',
    breaks: 'Endpoints, Clusters: the list is live',
    checklist: ['CLU-01'],
    show: [cluster(), get('/clusters')],
    deeds: hideNewest(CREATE, 'GET /clusters', 'name'),
  },
  {
    name: 'clusters-replicas-ignored',
    area: 'clusters',
    does: 'a cluster is created without the replicas asked for',
    breaks: 'Endpoints, Clusters, rule 4: replicas is the redundancy setting',
    checklist: ['CLU-01'],
    show: [post('/clusters', { name: 'prod', tier: 'small', replicas: 3 })],
    deeds: { [CREATE]: resend((asked) => omit(asked, 'replicas')) },
  },
  {
    name: 'clusters-load-balancer-limit-missing',
    area: 'clusters',
    does: 'a cluster does not say how many load balancers it may have',
    breaks: 'Resources, Cluster: managedLoadBalancers has maxServices',
    checklist: ['CLU-14', 'GEN-02'],
    show: [cluster(), get('/clusters/prod')],
    deeds: {
      [`GET ${ONE}`]: rewrite((one) => ({
        ...one,
        managedLoadBalancers: omit(asFields(one.managedLoadBalancers), 'maxServices'),
      })),
    },
  },
  {
    name: 'clusters-unknown-is-400',
    area: 'clusters',
    does: 'an unknown cluster is answered 400',
    breaks: 'Errors, clusters: 404 for an unknown cluster',
    checklist: ['CLU-01'],
    show: [get('/clusters/none')],
    deeds: { [`GET ${ONE}`]: restatus(404, 400) },
  },
  {
    name: 'clusters-foreign-one-readable',
    area: 'clusters',
    does: "another organization's cluster can be read",
    breaks: 'Errors, clusters: 403 on an organization mismatch',
    checklist: ['GEN-04', 'CLU-01'],
    show: [as('outsider', cluster()), get('/clusters/prod')],
    deeds: { [`GET ${ONE}`]: borrow(403, 404) },
  },
  {
    name: 'clusters-empty-401',
    area: 'clusters',
    does: 'a request without a credential is refused without a body',
    breaks: 'Conventions: every error body is an object with error',
    checklist: ['GEN-01', 'GEN-05'],
    show: [as('nobody', get('/clusters'))],
    deeds: { 'GET /clusters': insteadOf([401], () => reply(401)) },
  },
  {
    name: 'clusters-deleted-with-204',
    area: 'clusters',
    does: 'deleting is answered 204',
    breaks: 'Endpoints, Clusters: 202 without a body',
    checklist: ['CLU-08', 'GEN-09'],
    show: [cluster(), remove('/clusters/prod')],
    deeds: { [`DELETE ${ONE}`]: restatus(202, 204) },
  },
  {
    name: 'clusters-deletion-swallowed',
    area: 'clusters',
    does: 'deleting is accepted, and nothing comes of it',
    breaks: 'States, cluster: teardown is accepted and asynchronous',
    checklist: ['CLU-08'],
    show: [cluster(), remove('/clusters/prod'), ready, get('/clusters/prod')],
    deeds: {
      [`DELETE ${ONE}`]: async ({ ask, pass, upstream }) =>
        good(await upstream('GET', ask.path)) ? reply(202) : pass(),
    },
  },
  {
    name: 'clusters-resize-swallowed',
    area: 'clusters',
    does: 'a change is answered with what was asked for, and nothing comes of it',
    breaks: 'States, cluster: an upgrade or resize is accepted and rolls',
    checklist: ['CLU-03'],
    show: [cluster(), ready, patch('/clusters/prod', { replicas: 3 }), ready, get('/clusters/prod')],
    unlike: [3],
    deeds: {
      [`PATCH ${ONE}`]: async ({ ask, pass, upstream }) => {
        const { replicas } = fieldsOf(ask)
        const there = await upstream('GET', ask.path)
        if (!Number.isInteger(replicas) || !good(there)) return pass()
        return reply(200, { ...fieldsOf(there), replicas })
      },
    },
  },
  {
    name: 'clusters-downgrade-taken',
    area: 'clusters',
    does: 'an older version is answered as if accepted',
    breaks: 'Versioning: no downgrade',
    checklist: ['CLU-04'],
    show: [cluster('1.32.4'), ready, patch('/clusters/prod', { orchestratorVersion: '1.31.8' })],
    deeds: { [`PATCH ${ONE}`]: versionTaken((minors) => minors < 0) },
  },
  {
    name: 'clusters-two-minors-at-once',
    area: 'clusters',
    does: 'a hop over a minor version is answered as if accepted',
    breaks: 'Versioning: one minor version per hop',
    checklist: ['CLU-04'],
    show: [cluster('1.30.9'), ready, patch('/clusters/prod', { orchestratorVersion: '1.32.4' })],
    deeds: {
      [`PATCH ${ONE}`]: versionTaken((minors) => minors > 1),
    },
  },
  {
    name: 'clusters-skewed-nodes-unnamed',
    area: 'clusters',
    does: 'the skew check does not say which nodes it is about',
    breaks: 'Endpoints, Clusters, rule 2: 409 naming the nodes left too far behind',
    checklist: ['CLU-05'],
    show: [
      cluster('1.31.8'),
      ready,
      event('node-joins', { cluster: 'prod', node: 'worker-1', agentVersion: '1.29.12' }),
      patch('/clusters/prod', { orchestratorVersion: '1.32.4' }),
    ],
    deeds: { [`PATCH ${ONE}`]: reworded(409, 'some agents would be left too far behind') },
  },
  {
    name: 'clusters-crowded-component-unnamed',
    area: 'clusters',
    does: 'the headroom check does not say what is crowded',
    breaks: 'Endpoints, Clusters, rule 3: 409 names the crowded component',
    checklist: ['CLU-06'],
    show: [
      post('/clusters', { name: 'prod', tier: 'medium' }),
      ready,
      event('headroom-changes', { cluster: 'prod', component: 'scheduler', usedPercent: 90 }),
      patch('/clusters/prod', { tier: 'small' }),
    ],
    deeds: { [`PATCH ${ONE}`]: reworded(409, 'there is not enough headroom') },
  },
  {
    name: 'clusters-concurrent-change-is-423',
    area: 'clusters',
    does: 'meeting a concurrent change is answered 423',
    breaks: 'Errors, clusters: 409 on a concurrent change',
    checklist: ['CLU-07'],
    show: [
      cluster(),
      ready,
      event('cluster-changes-concurrently', { cluster: 'prod', lasts: 'roll', change: { replicas: 3 } }),
      patch('/clusters/prod', { managedLoadBalancers: { enabled: true } }),
    ],
    deeds: { [`PATCH ${ONE}`]: restatus(409, 423) },
  },
  {
    name: 'clusters-quota-is-429',
    area: 'clusters',
    does: 'a cluster beyond the quota is answered 429',
    breaks: 'Errors, clusters: 403 when the quota is exceeded',
    checklist: ['CLU-01'],
    show: [event('quota-changes', { quota: 'clusters', value: 0 }), cluster()],
    deeds: { [CREATE]: restatus(403, 429) },
  },
]
