// The control interface: outside events, the clock, reset, and views for a tester. Not part of the API; `--no-control` leaves it out.

import { parseJson } from './app.mjs'
import * as clusterArea from './areas/clusters.mjs'
import * as email from './areas/email.mjs'
import * as oncall from './areas/oncall.mjs'
import * as registryArea from './areas/registry.mjs'
import * as uptime from './areas/uptime.mjs'
import { tokenRefusal } from './auth.mjs'
import { allPermissions, builtinRoles, findRole } from './permissions.mjs'
import { bad, conflict, HttpError, hash, iso, notFound, parseInstant, random, sameHash } from './util.mjs'
import * as v from './validate.mjs'

const text = v.string({ min: 0, max: 1_000_000 })
const id = v.string()
const opt = v.optional
const when = opt(v.dateTime())
const instant = (value) => (value === undefined ? undefined : parseInstant(value))
const change = (entity, key, what, of) => ({ entity, id: String(key), change: what, ...(of ? { of } : {}) })

function orgOf(w, slug) {
  const org = slug === undefined ? w.firstOrg() : w.orgs.get(slug)
  if (!org) throw notFound(`There is no organization ${slug}.`)
  return org
}
/** A resource that is named without its organization, or with it. */
function clusterOf(w, body) {
  const named = body.organization === undefined ? [...w.orgs.values()] : [orgOf(w, body.organization)]
  for (const org of named) if (org.clusters.has(body.cluster)) return { org, cluster: org.clusters.get(body.cluster) }
  throw notFound(`There is no cluster ${body.cluster}.`)
}
function nodeOf(w, body) {
  const { org, cluster } = clusterOf(w, body)
  const node = cluster.nodes.get(body.node)
  if (!node) throw notFound(`There is no node ${body.node}.`)
  return { org, cluster, node }
}
const nodeChange = (cluster, node, what) => change('Node', node, what, { entity: 'Cluster', id: cluster.name })
function registryOf(w, slug) {
  const found = registryArea.findRegistryAnywhere(w, slug)
  if (!found) throw notFound(`There is no registry ${slug}.`)
  return found
}
function domainOf(w, nameOrId) {
  const found = email.findDomainAnywhere(w, nameOrId)
  if (!found) throw notFound(`There is no email domain ${nameOrId}.`)
  return found
}
function messageOf(w, messageId) {
  const found = email.findMessage(w, messageId)
  if (!found) throw notFound(`There is no message ${messageId}.`)
  return found
}
const organization = opt(id)

// --- events ----------------------------------------------------------------------------------------------------------

const dnsFields = { domain: id, capability: opt(v.oneOf('send', 'receive')), type: opt(id), name: opt(id) }
/** The expected records that an event is about. */
function matchingRecords(domain, { capability, type, name }) {
  const records = email
    .expectedRecords(domain)
    .filter(
      (record) =>
        (capability === undefined || record.capability === capability) &&
        (type === undefined || record.type === type.toUpperCase()) &&
        (name === undefined || record.name === name.toLowerCase()),
    )
  if (records.length === 0) throw conflict('The domain expects no such record.')
  return records
}
function dnsEvent(apply) {
  return (w, body) => {
    const { domain } = domainOf(w, body.domain)
    const records = matchingRecords(domain, body).filter((record) => apply(w, record, body)).length
    return { records, changed: records ? [change('EmailDomain', domain.id, 'changed')] : [] }
  }
}
function reportEvent(kind) {
  return (w, body) => {
    const { org, message } = messageOf(w, body.messageId)
    const { deliveries, suppressions, paused } = email.reportMessage(w, org, message, {
      kind,
      recipient: body.recipient,
      bounce: body.bounce,
      detail: body.detail,
      at: instant(body.occurredAt),
    })
    return {
      deliveryIds: deliveries.map((delivery) => delivery.id),
      ...(kind === 'delivered' ? {} : { suppressionIds: suppressions.map((entry) => entry.id), paused }),
      changed: [
        change('EmailMessage', message.id, 'changed'),
        ...suppressions.map((entry) => change('EmailSuppression', entry.id, 'created')),
      ],
    }
  }
}
function serviceOfAlert(w, { serviceId, sourceId }) {
  if ((serviceId === undefined) === (sourceId === undefined)) throw bad('Give serviceId or sourceId.')
  if (sourceId !== undefined) {
    const found = oncall.findSource(w, { id: sourceId })
    if (!found) throw notFound(`There is no alert source ${sourceId}.`)
    if (found.source.revoked) throw conflict('The alert source is revoked.')
    found.source.lastEventAt = w.now()
    return { org: found.org, service: found.org.oncall.services.get(found.source.serviceId) }
  }
  for (const org of w.orgs.values())
    if (org.oncall.services.has(serviceId)) return { org, service: org.oncall.services.get(serviceId) }
  throw notFound(`There is no on-call service ${serviceId}.`)
}
const mail = {
  from: v.email(),
  to: v.list(v.email(), { min: 1 }),
  cc: opt(v.list(v.email())),
  subject: opt(text),
  text: opt(text),
  sizeBytes: opt(v.integer({ min: 0, max: 50_000_000 })),
  createdAt: when,
}

const EVENTS = {
  'token-disabled': [v.object({ tokenId: id }), (w, body) => switchToken(w, body.tokenId, false)],
  'token-enabled': [v.object({ tokenId: id }), (w, body) => switchToken(w, body.tokenId, true)],

  'role-changes': [
    v.object({
      organization,
      userId: opt(id),
      role: opt(v.oneOf('owner', 'admin', 'member', 'viewer', 'none')),
      grants: opt(v.list(v.object({ role: id, resourceIds: opt(v.list(id)) }))),
      customRole: opt(
        v.object({
          id,
          name: opt(text),
          description: opt(text),
          permissions: opt(v.list(id)),
          scopable: opt(v.boolean()),
          removed: opt(v.boolean()),
        }),
      ),
    }),
    roleChanges,
  ],

  'billing-email-collides': [
    v.object({ email: v.email(), collides: opt(v.boolean()) }),
    (w, body) => {
      if (body.collides ?? true) w.billingCollisions.add(body.email.toLowerCase())
      else w.billingCollisions.delete(body.email.toLowerCase())
    },
  ],

  'image-pushed': [
    v.object({
      registry: id,
      repository: v.string({ max: 255, pattern: /^[a-z0-9][a-z0-9._/-]*$/, what: 'a repository name' }),
      tags: opt(v.list(id)),
      digest: opt(id),
      mediaType: opt(id),
      manifestBytes: opt(v.integer({ min: 1 })),
      layers: opt(v.list(v.object({ digest: opt(id), sizeBytes: v.integer({ min: 0 }) }))),
      keyId: opt(id),
      secret: opt(text),
      pushedAt: when,
    }),
    imagePushed,
  ],

  'blob-shared': [
    v.object({
      registry: id,
      blob: id,
      from: v.object({ repository: id, digest: id }),
      to: v.object({ repository: id, digest: id }),
    }),
    (w, body) => {
      const { registry } = registryOf(w, body.registry)
      const image = ({ repository, digest }) => {
        const found = registry.repositories.get(repository)?.manifests.get(digest)
        if (!found) throw notFound(`There is no image ${digest} in ${repository}.`)
        return found
      }
      const from = image(body.from)
      const to = image(body.to)
      if (!from.layers.includes(body.blob)) throw conflict('The first image does not use the layer.')
      const before = registryArea.usedBytes(registry)
      if (!to.layers.includes(body.blob)) to.layers.push(body.blob)
      return {
        addedBytes: registryArea.usedBytes(registry) - before,
        changed: [change('RegistryManifest', to.digest, 'changed', { entity: 'Registry', id: registry.slug })],
      }
    },
  ],

  'slug-claimed-elsewhere': [
    v.object({ slug: id, how: opt(v.oneOf('claimed', 'reserved', 'free')) }),
    (w, { slug, how = 'claimed' }) => {
      if (registryArea.findRegistryAnywhere(w, slug)) throw conflict(`There is a registry ${slug} here.`)
      if (how === 'free') w.slugClaims.delete(slug)
      else w.slugClaims.set(slug, how)
    },
  ],

  'payment-method-changes': [
    v.object({ organization, active: v.boolean() }),
    (w, body) => {
      orgOf(w, body.organization).paymentActive = body.active
    },
  ],

  'dns-record-published': [
    v.object(dnsFields),
    dnsEvent((w, record) => {
      w.dns.set(email.dnsKey(record), record.value)
      return true
    }),
  ],
  'dns-record-removed': [v.object(dnsFields), dnsEvent((w, record) => w.dns.delete(email.dnsKey(record)))],
  'dns-record-mismatched': [
    v.object({ ...dnsFields, value: text }),
    dnsEvent((w, record, body) => {
      w.dns.set(email.dnsKey(record), body.value)
      return body.value !== record.value
    }),
  ],

  'message-sent': [
    v.object({ ...mail, sendKeyId: opt(id), secret: opt(text), door: opt(id) }),
    (w, body) => {
      const { org } = domainOf(w, body.from.slice(body.from.lastIndexOf('@') + 1))
      let key
      if (body.sendKeyId !== undefined || body.secret !== undefined) {
        const found = email.findSendKey(w, body.secret !== undefined ? { secret: body.secret } : { id: body.sendKeyId })
        if (!found && body.secret === undefined) throw notFound(`There is no send key ${body.sendKeyId}.`)
        if (!found || found.org !== org || found.key.revokedAt !== undefined)
          throw conflict('The send key is not valid for this.')
        key = found.key
      }
      if (!org.entitlements.email) throw conflict('Email is not enabled for the organization.')
      const { message, suppressed, deliveries } = email.sendMessage(w, {
        org,
        ...body,
        key,
        at: instant(body.createdAt),
      })
      return {
        messageId: message.id,
        suppressed,
        deliveryIds: deliveries.map((delivery) => delivery.id),
        changed: [change('EmailMessage', message.id, 'created')],
      }
    },
  ],
  'message-received': [
    v.object(mail),
    (w, body) => {
      const results = email.receiveMessage(w, { ...body, at: instant(body.createdAt) })
      return {
        messageId: results[0].message.id,
        routeIds: results.flatMap(({ routes }) => routes.map((route) => route.id)),
        deliveryIds: results.flatMap(({ deliveries }) => deliveries.map((delivery) => delivery.id)),
        changed: results.map(({ message }) => change('EmailMessage', message.id, 'created')),
      }
    },
  ],
  'message-delivered': [
    v.object({ messageId: id, recipient: opt(v.email()), occurredAt: when }),
    reportEvent('delivered'),
  ],
  'message-bounced': [
    v.object({
      messageId: id,
      recipient: opt(v.email()),
      bounce: v.oneOf('hard', 'soft'),
      detail: opt(v.map(v.anything())),
      occurredAt: when,
    }),
    reportEvent('bounced'),
  ],
  'message-complained': [
    v.object({ messageId: id, recipient: opt(v.email()), detail: opt(v.map(v.anything())), occurredAt: when }),
    reportEvent('complained'),
  ],

  'webhook-endpoint-answers': [
    v.object({
      endpointId: id,
      afterwards: opt(v.oneOf('repeat-last', 'send')),
      answers: v.list(
        v.object({
          status: opt(v.integer({ min: 100, max: 599 })),
          failure: opt(v.oneOf('timeout', 'refused', 'reset', 'unresolved', 'tls')),
          afterMs: opt(v.integer({ min: 0 })),
        }),
      ),
    }),
    (w, body) => {
      for (const org of w.orgs.values()) {
        const endpoint = org.email.webhooks.get(body.endpointId)
        if (!endpoint) continue
        endpoint.script =
          body.answers.length === 0
            ? null
            : { answers: [...body.answers], afterwards: body.afterwards ?? 'repeat-last', last: null }
        return {}
      }
      throw notFound(`There is no webhook endpoint ${body.endpointId}.`)
    },
  ],
  'sending-unpaused': [
    v.object({ organization }),
    (w, body) => {
      const org = orgOf(w, body.organization)
      if (!org.email.paused) throw conflict('Sending is not paused.')
      email.unpause(w, org)
      return { changed: [change('EmailSettings', org.slug, 'changed')] }
    },
  ],
  'domain-claimed-elsewhere': [
    v.object({ domain: id, claimed: opt(v.boolean()) }),
    (w, body) => {
      const name = body.domain.toLowerCase()
      if (email.findDomainAnywhere(w, name)) throw conflict(`An organization here has the domain ${name}.`)
      if (body.claimed ?? true) w.domainClaims.add(name)
      else w.domainClaims.delete(name)
    },
  ],

  'alert-fires': [
    v.object({
      serviceId: opt(id),
      sourceId: opt(id),
      alert: id,
      title: opt(id),
      labels: opt(v.map(v.anything())),
      annotations: opt(v.map(v.anything())),
      startsAt: when,
    }),
    (w, body) => {
      const { org, service } = serviceOfAlert(w, body)
      const { incident, opened, firingAlerts } = oncall.alertFires(w, org, service, {
        fingerprint: body.alert,
        title: body.title,
        labels: body.labels,
        annotations: body.annotations,
        at: instant(body.startsAt),
      })
      return {
        incidentId: incident.id,
        opened,
        firingAlerts,
        changed: [change('OncallIncident', incident.id, opened ? 'created' : 'changed')],
      }
    },
  ],
  'alert-resolves': [
    v.object({ serviceId: opt(id), sourceId: opt(id), alert: id, endsAt: when }),
    (w, body) => {
      const { org, service } = serviceOfAlert(w, body)
      const result = oncall.alertResolves(w, org, service, { fingerprint: body.alert, at: instant(body.endsAt) })
      if (!result) throw notFound(`There is no alert ${body.alert} of this service.`)
      return {
        incidentId: result.incident.id,
        resolved: result.resolved,
        firingAlerts: result.firingAlerts,
        changed: [change('OncallIncident', result.incident.id, 'changed')],
      }
    },
  ],
  'provider-behaves': [
    v.object({
      organization,
      behaviour: v.oneOf('accepts', 'rejects', 'unreachable'),
      only: opt(v.oneOf('verification', 'pages')),
    }),
    (w, body) => {
      const { providerBehaviour } = orgOf(w, body.organization).oncall
      for (const part of body.only ? [body.only] : ['verification', 'pages']) providerBehaviour[part] = body.behaviour
    },
  ],
  'status-page-viewed': [
    v.object({ organization, serviceIds: opt(v.list(id)) }),
    (w, body) => {
      // Ids of services are unique across organizations, so those that are named also name the organization.
      const org =
        body.organization === undefined && body.serviceIds?.length
          ? ([...w.orgs.values()].find((candidate) => candidate.oncall.services.has(body.serviceIds[0])) ?? orgOf(w))
          : orgOf(w, body.organization)
      for (const serviceId of body.serviceIds ?? [])
        if (!org.oncall.services.has(serviceId)) throw notFound(`There is no on-call service ${serviceId}.`)
      return { incidents: oncall.statusPage(org, body.serviceIds ?? [...org.oncall.services.keys()]) }
    },
  ],

  'node-joins': [
    v.object({ organization, cluster: id, node: id, token: opt(text), agentVersion: opt(id), ready: opt(v.boolean()) }),
    (w, body) => {
      if (body.agentVersion !== undefined && !clusterArea.validAgentVersion(body.agentVersion))
        throw bad('agentVersion must be a version')
      const { cluster } = clusterOf(w, body)
      const joining =
        body.token === undefined ? { kind: 'nothing', use: () => {} } : clusterArea.joinWith(w, cluster, body.token)
      if (!joining.kind) throw conflict(joining.refusal)
      const node = clusterArea.addNode(w, cluster, {
        name: body.node,
        agentVersion: body.agentVersion,
        ready: body.ready,
        prepared: body.token === undefined,
      })
      joining.use()
      return { node: node.name, with: joining.kind, changed: [nodeChange(cluster, node.name, 'created')] }
    },
  ],
  'agent-upgraded': [
    v.object({ organization, cluster: id, node: id, agentVersion: id }),
    (w, body) => {
      if (!clusterArea.validAgentVersion(body.agentVersion)) throw bad('agentVersion must be a version')
      const { cluster, node } = nodeOf(w, body)
      node.agentVersion = body.agentVersion
      return { changed: [nodeChange(cluster, node.name, 'changed')] }
    },
  ],
  'node-lost': [
    v.object({ organization, cluster: id, node: id, how: opt(v.oneOf('not-ready', 'vanished', 'back')) }),
    (w, body) => {
      const { cluster, node } = nodeOf(w, body)
      const back = body.how === 'back'
      node.ready = back
      node.lost = !back
      node.vanished = body.how === 'vanished'
      return { changed: [nodeChange(cluster, node.name, node.vanished ? 'removed' : 'changed')] }
    },
  ],
  'headroom-changes': [
    v.object({ organization, cluster: id, component: id, usedPercent: v.number({ min: 0 }) }),
    (w, body) => {
      const { cluster } = clusterOf(w, body)
      if (!clusterArea.COMPONENTS.includes(body.component))
        throw bad(`component must be one of ${clusterArea.COMPONENTS.join(', ')}`)
      cluster.usedPercent[body.component] = body.usedPercent
      return { changed: [change('Cluster', cluster.name, 'changed')] }
    },
  ],
  'service-exposed': [
    v.object({ organization, cluster: id, service: id, ip: opt(id) }),
    (w, body) => {
      const { cluster } = clusterOf(w, body)
      if (!cluster.loadBalancersEnabled) throw conflict('Managed load balancers are off.')
      if (!cluster.loadBalancers.has(body.service)) {
        if (cluster.loadBalancers.size >= cluster.maxServices)
          throw conflict('The maximum number of load balancers is reached.')
        const taken = new Set(cluster.loadBalancers.values())
        let last = 10
        while (taken.has(`203.0.113.${last}`)) last++
        cluster.loadBalancers.set(body.service, body.ip ?? `203.0.113.${last}`)
      }
      return {
        service: body.service,
        ip: cluster.loadBalancers.get(body.service),
        changed: [change('Cluster', cluster.name, 'changed')],
      }
    },
  ],
  'service-withdrawn': [
    v.object({ organization, cluster: id, service: id }),
    (w, body) => {
      const { cluster } = clusterOf(w, body)
      if (!cluster.loadBalancers.delete(body.service)) throw notFound(`The service ${body.service} is not exposed.`)
      return { changed: [change('Cluster', cluster.name, 'changed')] }
    },
  ],
  'cluster-changes-concurrently': [
    v.object({
      organization,
      cluster: id,
      lasts: opt(v.oneOf('one-request', 'roll')),
      change: opt(
        v.object({
          orchestratorVersion: opt(v.oneOf(...clusterArea.VERSIONS)),
          tier: opt(v.oneOf('small', 'medium', 'large')),
          replicas: opt(v.integer({ min: 1, max: 7 })),
        }),
      ),
    }),
    (w, body) => {
      const { cluster } = clusterOf(w, body)
      if (cluster.phase !== 'ready') throw conflict(`The cluster is ${cluster.phase}.`)
      const { orchestratorVersion, tier, replicas } = body.change ?? {}
      if (orchestratorVersion) cluster.orchestratorVersion = orchestratorVersion
      if (tier) clusterArea.resize(cluster, tier)
      if (replicas) cluster.replicas = replicas
      if (body.lasts === 'one-request') cluster.concurrentChange = true
      else clusterArea.roll(w, cluster)
      return { changed: [change('Cluster', cluster.name, 'changed')] }
    },
  ],

  'probe-result': [
    v.object({
      monitorId: id,
      vantage: opt(id),
      outcome: v.oneOf('ok', 'fail', 'error'),
      times: opt(v.integer({ min: 1, max: 10_000 })),
      latencyMs: opt(v.number({ min: 0 })),
      errorKind: opt(text),
      errorDetail: opt(text),
      responseSnippet: opt(text),
      at: when,
    }),
    (w, { monitorId, at, ...body }) => {
      const found = uptime.findMonitor(w, monitorId)
      if (!found) throw notFound(`There is no monitor ${monitorId}.`)
      const { monitor } = found
      if (!monitor.enabled) throw conflict('The monitor is disabled.')
      if (body.vantage !== undefined && !monitor.vantages.includes(body.vantage))
        throw conflict(`The monitor is not probed from ${body.vantage}.`)
      const transitions = uptime.probe(w, monitor, {
        ...body,
        latencyMs: body.latencyMs ?? (body.outcome === 'error' ? undefined : 100),
        at: instant(at),
      })
      return { state: monitor.state, transitions, changed: [change('UptimeMonitor', monitor.id, 'changed')] }
    },
  ],
  'metrics-availability': [
    v.object({ organization, monitorId: opt(id), available: v.boolean() }),
    (w, body) => {
      if (body.monitorId !== undefined) {
        const found = uptime.findMonitor(w, body.monitorId)
        if (!found) throw notFound(`There is no monitor ${body.monitorId}.`)
        found.monitor.metricsDown = !body.available
        if (body.available) found.org.uptime.metricsDown = false
        return
      }
      const org = orgOf(w, body.organization)
      org.uptime.metricsDown = !body.available
      if (body.available) for (const monitor of org.uptime.monitors.values()) monitor.metricsDown = false
    },
  ],

  'credential-used': [
    v.object({
      kind: v.oneOf(
        'personal-token',
        'registry-key',
        'login-credential',
        'upstream-credential',
        'send-key',
        'alert-source',
        'registration-token',
        'kubeconfig',
        'export-token',
      ),
      id: opt(id),
      secret: opt(text),
      username: opt(text),
      registry: opt(id),
      repository: opt(id),
      cluster: opt(id),
      for: opt(v.oneOf('pull', 'push')),
      at: when,
    }),
    credentialUsed,
  ],

  'entitlement-changes': [
    v.object({ organization, area: v.oneOf('email', 'uptime'), enabled: v.boolean() }),
    (w, body) => {
      orgOf(w, body.organization).entitlements[body.area] = body.enabled
    },
  ],
  'quota-changes': [
    v.object({
      organization,
      quota: v.oneOf('clusters', 'monitors', 'daily-email', 'registry-storage-bytes', 'load-balancer-services'),
      value: v.integer({ min: 0 }),
      registry: opt(id),
      cluster: opt(id),
    }),
    (w, body) => {
      if (body.quota === 'registry-storage-bytes') {
        if (body.registry === undefined) throw bad('registry is required')
        registryOf(w, body.registry).registry.storageQuotaBytes = body.value
      } else if (body.quota === 'load-balancer-services') {
        if (body.cluster === undefined) throw bad('cluster is required')
        clusterOf(w, body).cluster.maxServices = body.value
      } else {
        const org = orgOf(w, body.organization)
        if (body.quota === 'daily-email') org.email.dailyQuota = body.value
        else org.quotas[body.quota] = body.value
      }
    },
  ],
  'backend-behaves': [
    v.object({ backend: v.oneOf('email', 'uptime', 'dns'), reachable: v.boolean() }),
    (w, body) => {
      w.backends[body.backend] = body.reachable
    },
  ],
}

function switchToken(w, tokenId, enabled) {
  const token = w.tokens.get(tokenId)
  if (!token) throw notFound(`There is no token ${tokenId}.`)
  if (token.enabled === enabled) throw conflict(`The token is already ${enabled ? 'enabled' : 'disabled'}.`)
  token.enabled = enabled
  return { changed: [change('PersonalToken', token.id, 'changed')] }
}

function roleChanges(w, body) {
  const org = orgOf(w, body.organization)
  const { customRole, userId } = body
  if (!customRole && userId === undefined) throw bad('Give userId or customRole.')
  if (userId !== undefined && body.role === undefined && body.grants === undefined) throw bad('Give role or grants.')
  const changed = []
  if (customRole) {
    if (builtinRoles.some((role) => role.id === customRole.id)) throw conflict(`${customRole.id} is a built-in role.`)
    for (const permission of customRole.permissions ?? [])
      if (!allPermissions.includes(permission)) throw bad(`There is no permission ${permission}.`)
    const before = org.customRoles.get(customRole.id)
    if (customRole.removed && !before) throw notFound(`There is no role ${customRole.id}.`)
  }
  for (const grant of body.grants ?? [])
    if (!findRole(org, grant.role) && grant.role !== customRole?.id) throw notFound(`There is no role ${grant.role}.`)
  if (customRole) {
    const before = org.customRoles.get(customRole.id)
    if (customRole.removed) org.customRoles.delete(customRole.id)
    else {
      org.customRoles.set(customRole.id, {
        id: customRole.id,
        name: customRole.name ?? before?.name ?? customRole.id,
        description: customRole.description ?? before?.description ?? '',
        kind: 'custom',
        scopable: customRole.scopable ?? before?.scopable ?? false,
        permissions: customRole.permissions ?? before?.permissions ?? [],
      })
    }
    changed.push(change('IamRole', customRole.id, customRole.removed ? 'removed' : before ? 'changed' : 'created'))
  }
  if (userId !== undefined) {
    if (!w.users.has(userId) && body.role === 'none') throw notFound(`There is no person ${userId}.`)
    if (!w.users.has(userId))
      w.addUser(
        userId,
        userId,
        `${userId.toLowerCase().replace(/[^a-z0-9]+/g, '-')}@${org.slug}.example`,
        `ses-${userId}-${random(8)}`,
      )
    const before = org.members.get(userId)
    if (body.role === 'none') org.members.delete(userId)
    else
      org.members.set(userId, {
        role: body.role ?? before?.role ?? 'member',
        ...(body.grants ? { grants: body.grants } : {}),
      })
    changed.push(change('Member', userId, body.role === 'none' ? 'removed' : before ? 'changed' : 'created'))
  }
  return { changed }
}

function imagePushed(w, body) {
  const { registry, org } = registryOf(w, body.registry)
  const at = instant(body.pushedAt) ?? w.now()
  let key
  if (body.secret !== undefined || body.keyId !== undefined) {
    const found = registryArea.findKey(
      w,
      body.secret !== undefined
        ? (candidate) => sameHash(body.secret, candidate.hash)
        : (candidate) => candidate.keyId === body.keyId,
    )
    if (found) {
      const refusal =
        found.registry !== registry
          ? 'the key is for another registry'
          : registryArea.keyRefusal(found.key, { now: at, repository: body.repository, action: 'push' })
      if (refusal) throw conflict(`The image may not be pushed: ${refusal}.`)
      key = found.key
    } else {
      const login = body.secret === undefined ? undefined : registryArea.findLogin(w, body.keyId, body.secret)
      if (!login && body.secret === undefined) throw notFound(`There is no key ${body.keyId}.`)
      const refusal =
        !login || login.org !== org
          ? 'the secret is not known'
          : registryArea.loginRefusal(w, login.org, login.login, { now: at, registry: registry.slug, action: 'push' })
      if (refusal) throw conflict(`The image may not be pushed: ${refusal}.`)
    }
  }
  const layers = (body.layers ?? [{ sizeBytes: 24 * 1024 * 1024 }]).map((layer) => ({
    digest: layer.digest ?? `sha256:${hash(random(32))}`,
    sizeBytes: layer.sizeBytes,
  }))
  const mediaType = body.mediaType ?? 'application/vnd.oci.image.manifest.v1+json'
  const bytes = body.manifestBytes ?? 500 + 150 * layers.length
  const digest = body.digest ?? `sha256:${hash(JSON.stringify({ mediaType, bytes, layers }))}`
  const fresh = !registry.repositories.has(body.repository)
  const addedBytes = registryArea.pushImage(w, registry, {
    repository: body.repository,
    tags: body.tags ?? ['latest'],
    digest,
    mediaType,
    bytes,
    layers,
    at,
  })
  if (key) key.lastUsedAt = at
  const of = { entity: 'Registry', id: registry.slug }
  return {
    digest,
    layers: layers.map((layer) => layer.digest),
    addedBytes,
    changed: [
      change('RegistryRepository', body.repository, fresh ? 'created' : 'changed', of),
      change('RegistryManifest', digest, 'created', of),
    ],
  }
}

function credentialUsed(w, body) {
  const now = instant(body.at) ?? w.now()
  const { kind, secret } = body
  if (secret === undefined && (body.id === undefined || kind === 'login-credential' || kind === 'kubeconfig'))
    throw bad('Give the id or the secret; a login password or a client configuration only by the secret.')
  /** Marks the use unless there is a refusal. */
  const use = (refusal, target, field) => {
    if (refusal) return { accepted: false, reason: refusal }
    if (target && (body.at === undefined || !(target[field] > now))) target[field] = now
    return { accepted: true }
  }
  const unknown = () => {
    if (secret !== undefined) return { accepted: false, reason: 'it is not known' }
    throw notFound(`There is no ${kind} ${body.id}.`)
  }
  const action = body.for ?? 'pull'
  switch (kind) {
    case 'personal-token': {
      const token =
        secret !== undefined
          ? [...w.tokens.values()].find((candidate) => sameHash(secret, candidate.hash))
          : w.tokens.get(body.id)
      return token ? use(tokenRefusal(w, token, now), token, 'lastRequest') : unknown()
    }
    case 'registry-key': {
      const found = registryArea.findKey(
        w,
        secret !== undefined ? (key) => sameHash(secret, key.hash) : (key) => key.keyId === body.id,
      )
      if (!found) return unknown()
      if (body.registry !== undefined && found.registry.slug !== body.registry)
        return use('the key is not for this registry')
      return use(
        registryArea.keyRefusal(found.key, { now, repository: body.repository, action }),
        found.key,
        'lastUsedAt',
      )
    }
    case 'login-credential': {
      const found = registryArea.findLogin(w, body.username, secret)
      return found
        ? use(registryArea.loginRefusal(w, found.org, found.login, { now, registry: body.registry, action }))
        : unknown()
    }
    case 'upstream-credential': {
      const registries = [...w.orgs.values()]
        .flatMap((org) => [...org.registries.values()])
        .filter((registry) => body.registry === undefined || registry.slug === body.registry)
      const credential = registries
        .map((registry) => registry.upstreams.get(body.id))
        .find((candidate) => candidate && (secret === undefined || candidate.password === secret))
      return credential ? use(null) : unknown()
    }
    case 'send-key': {
      const found = email.findSendKey(w, secret !== undefined ? { secret } : { id: body.id })
      return found
        ? use(found.key.revokedAt !== undefined ? 'the key is revoked' : null, found.key, 'lastUsedAt')
        : unknown()
    }
    case 'alert-source': {
      const found = oncall.findSource(w, secret !== undefined ? { secret } : { id: body.id })
      return found ? use(found.source.revoked ? 'the source is revoked' : null, found.source, 'lastEventAt') : unknown()
    }
    case 'registration-token': {
      for (const org of w.orgs.values())
        for (const cluster of org.clusters.values()) {
          const token = [...cluster.registrationTokens.values()].find((candidate) =>
            secret !== undefined ? sameHash(secret, candidate.hash) : candidate.id === body.id,
          )
          if (!token) continue
          if (body.cluster !== undefined && body.cluster !== cluster.name)
            return use('the token is for another cluster')
          return use(
            token.disabled
              ? 'the token is disabled'
              : token.expiresAt !== undefined && now >= token.expiresAt
                ? 'the token has expired'
                : null,
            token,
            'lastUsed',
          )
        }
      return unknown()
    }
    case 'kubeconfig': {
      const found = clusterArea.findKubeconfig(w, secret)
      if (!found) return unknown()
      if (body.cluster !== undefined && body.cluster !== found.cluster.name)
        return use('the client configuration is for another cluster')
      return use(clusterArea.kubeconfigRefusal(w, found.org, found.cluster, found.token))
    }
    default: {
      const found = uptime.findExportToken(w, secret !== undefined ? { secret } : { id: body.id })
      return found ? use(found.token.revoked ? 'the token is revoked' : null, found.token, 'lastUsedAt') : unknown()
    }
  }
}

// --- the rest --------------------------------------------------------------------------------------------------------

function identities(w) {
  return [...w.users.values()].map((user) => {
    const memberships = [...w.orgs.values()]
      .filter((org) => org.members.has(user.id))
      .map((org) => ({ organization: org.slug, role: org.members.get(user.id).role }))
    const session = [...w.sessions.values()].find((candidate) => candidate.userId === user.id)
    return {
      name: user.id.replace(/^usr_/, ''),
      userId: user.id,
      label: user.label,
      email: user.email,
      memberships,
      credentials: memberships
        .slice(0, 1)
        .map(({ organization: slug }) => ({ kind: 'session', value: session.value, organization: slug })),
    }
  })
}
const local = (host) => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)

const OPERATIONS = {
  'GET clock': ({ w }) => w.clock.view(),
  'PUT clock': ({ w, body }) => w.clock.set(body),
  'POST clock/advance': ({ w, body }) => w.clock.advance(body),
  'POST reset': ({ reset }) => {
    const world = reset()
    return {
      name: 'default',
      from: { seed: 'default' },
      createdAt: iso(world.createdAt),
      entries: 0,
      clock: world.clock.view(),
    }
  },
  'GET health': () => ({ status: 'ok', version: '1.0.0', sandboxes: 1 }),
  'GET identities': ({ w }) => ({ actors: identities(w) }),
  'GET pages': ({ w, query }) => {
    const pages = w.pages.filter(
      (page) =>
        (query.incidentId === undefined || page.incidentId === query.incidentId) &&
        (query.userId === undefined || page.userId === query.userId),
    )
    return { pages: query.limit === undefined ? pages : pages.slice(-Number(query.limit)) }
  },
  'GET webhook-deliveries': ({ w, query }) => {
    const attempts = w.attempts.filter(
      (attempt) =>
        (query.endpointId === undefined || attempt.endpointId === query.endpointId) &&
        (query.deliveryId === undefined || attempt.deliveryId === Number(query.deliveryId)),
    )
    return { attempts: query.limit === undefined ? attempts : attempts.slice(-Number(query.limit)) }
  },
}

export function control({ state, reset, request, raw, url }) {
  const { origin, host } = request.headers
  if (
    (origin !== undefined && origin !== 'null' && !local(origin.replace(/^https?:\/\//, ''))) ||
    (host !== undefined && !local(host))
  )
    throw new HttpError(403, 'The control interface answers local callers only.')
  const path = url.pathname.slice('/_understudy/'.length)
  const w = state.world
  const operation = OPERATIONS[`${request.method} ${path}`]
  if (operation)
    return {
      status: 200,
      body: operation({ w, reset, query: Object.fromEntries(url.searchParams), body: parseJson(raw) }),
    }
  const event =
    path.startsWith('events/') && request.method === 'POST' ? EVENTS[path.slice('events/'.length)] : undefined
  if (!event) throw new HttpError(501, `This service does not offer ${request.method} ${url.pathname}.`)
  const [schema, run] = event
  const body = schema(parseJson(raw))
  const at = iso(w.now())
  const result = run(w, body) ?? {}
  return { status: 200, body: { entry: ++w.events, at, changed: [], ...result } }
}
