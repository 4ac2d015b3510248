// The driver: outside events, the clock, pages, webhook attempts, identities and the reset.
import { Fail, readInstant, plain, malformed, unknown, conflict, fold, sha256, isAddress, sameText, SECOND, MINUTE, HOUR, DAY } from './base.mjs'
import { findRegistry, push, share, useKey, useLogin, keyBySecret, loginBySecret, REPO } from './registry.mjs'
import * as email from './email.mjs'
import * as oncall from './oncall.mjs'
import * as clusters from './clusters.mjs'
import * as uptime from './uptime.mjs'

const iso = (ms) => new Date(ms).toISOString()
const text = (body, field, needed = true) => {
  const value = body[field]
  if (value === undefined && !needed) return undefined
  if (typeof value !== 'string' || value === '') throw malformed(`${field} must be a string.`)
  return value
}
const flag = (body, field, fallback) => {
  const value = body[field] ?? fallback
  if (typeof value !== 'boolean') throw malformed(`${field} must be true or false.`)
  return value
}
const choice = (body, field, values, fallback) => {
  const value = body[field] ?? fallback
  if (!values.includes(value)) throw malformed(`${field} must be one of ${values.join(', ')}.`)
  return value
}
const when = (body, field) => {
  if (body[field] === undefined) return undefined
  const ms = readInstant(body[field])
  if (ms === null) throw malformed(`${field} must be a time with an offset.`)
  return ms
}
const whole = (body, field, fallback, min = 0) => {
  const value = body[field] ?? fallback
  if (!Number.isSafeInteger(value) || value < min) throw malformed(`${field} must be an integer from ${min}.`)
  return value
}
const texts = (body, field, fallback) => {
  const value = body[field] ?? fallback
  if (value !== undefined && (!Array.isArray(value) || value.some((entry) => typeof entry !== 'string'))) throw malformed(`${field} must be a list of strings.`)
  return value
}
const mails = (body, field, needed) => {
  const value = texts(body, field)
  if (value === undefined && !needed) return undefined
  if (!value?.length || value.some((mail) => !isAddress(mail))) throw malformed(`${field} must be a list of addresses.`)
  return value
}
const orgOf = (world, body) => {
  if (body.organization === undefined) return world.orgs.values().next().value
  const org = world.orgs.get(body.organization)
  if (!org) throw unknown('organization')
  return org
}
const changed = (entity, id, change = 'changed') => ({ changed: [{ entity, id: String(id), change }] })
const everywhere = (world, pick) => {
  for (const org of world.orgs.values()) {
    const found = pick(org)
    if (found) return { org, found }
  }
  return null
}
const domainIn = (world, body) => {
  const name = text(body, 'domain')
  const hit = everywhere(world, (org) => org.domains.get(name) ?? [...org.domains.values()].find((d) => d.name === fold(name)))
  if (!hit) throw unknown('domain')
  return hit.found
}
const registryIn = (world, body) => {
  const hit = findRegistry(world, text(body, 'registry'))
  if (!hit) throw unknown('registry')
  return hit.registry
}
const clusterIn = (world, body) => {
  const c = orgOf(world, body).clusters.get(text(body, 'cluster'))
  if (!c) throw unknown('cluster')
  return c
}
const nodeIn = (world, body) => {
  const node = clusterIn(world, body).nodes.get(text(body, 'node'))
  if (!node) throw unknown('node')
  return node
}
const messageIn = (world, body) => {
  const id = text(body, 'messageId')
  const hit = everywhere(world, (org) => org.messages.find((m) => m.id === id))
  if (!hit) throw unknown('message')
  return { org: hit.org, m: hit.found }
}
const tokenIn = (world, body) => {
  const id = text(body, 'tokenId')
  const token = [...world.tokens.values()].find((t) => t.id === id)
  if (!token) throw unknown('token')
  return token
}
const dns = (world, body, change) => {
  const domain = domainIn(world, body)
  const { wanted, count } = email.publish(world, domain, { capability: text(body, 'capability', false), type: text(body, 'type', false), name: text(body, 'name', false) }, change)
  if (!wanted) throw unknown('record')
  return { ...changed('EmailDomain', domain.id), records: count }
}
const pushed = (world, body) => {
  const registry = registryIn(world, body)
  const repository = text(body, 'repository')
  if (!REPO.test(repository)) throw malformed('repository is not the name of one.')
  if (body.keyId !== undefined || body.secret !== undefined) {
    const key = body.secret !== undefined ? keyBySecret(registry, body.secret) : registry.keys.get(body.keyId)
    if (!key && body.secret === undefined) throw unknown('key')
    const reason = useKey(world, registry, key, repository, 'push')
    if (reason) throw conflict(reason)
  }
  const layers = body.layers
  if (layers !== undefined && (!Array.isArray(layers) || layers.some((l) => !plain(l) || !Number.isSafeInteger(l.sizeBytes) || l.sizeBytes < 0))) throw malformed('layers must be a list of layers with sizeBytes.')
  const made = push(world, registry, { repository, tags: texts(body, 'tags'), digest: text(body, 'digest', false), mediaType: text(body, 'mediaType', false), manifestBytes: body.manifestBytes === undefined ? undefined : whole(body, 'manifestBytes'), layers, at: when(body, 'pushedAt') })
  return { ...changed('RegistryManifest', made.digest, 'created'), ...made }
}
const mail = (body) => {
  const from = text(body, 'from')
  if (!isAddress(from)) throw malformed('from must be an address.')
  return { from, to: mails(body, 'to', true), cc: body.cc?.length ? mails(body, 'cc') : undefined, subject: body.subject, text: body.text, sizeBytes: body.sizeBytes, at: when(body, 'createdAt') }
}
const alertService = (world, body) => {
  if (body.sourceId !== undefined) {
    const hit = everywhere(world, (org) => org.sources.get(text(body, 'sourceId')))
    if (!hit) throw unknown('alert source')
    if (hit.found.revoked) throw conflict('The alert source is revoked.')
    hit.found.lastEvent = world.now()
    return { org: hit.org, service: hit.org.services.get(hit.found.service) }
  }
  const hit = everywhere(world, (org) => org.services.get(text(body, 'serviceId')))
  if (!hit) throw unknown('service')
  return { org: hit.org, service: hit.found }
}
function used(world, body) {
  const kind = choice(body, 'kind', ['personal-token', 'registry-key', 'login-credential', 'upstream-credential', 'send-key', 'alert-source', 'registration-token', 'kubeconfig', 'export-token'])
  const id = text(body, 'id', false)
  const secret = text(body, 'secret', false)
  const action = choice(body, 'for', ['pull', 'push'], 'pull')
  const at = when(body, 'at') ?? world.now()
  if (id === undefined && secret === undefined) throw malformed('id or secret is needed.')
  const no = (reason) => ({ accepted: false, reason, changed: [] })
  const yes = (entity, name) => ({ accepted: true, ...changed(entity, name) })
  const missing = (what) => {
    if (secret === undefined) throw unknown(what)
    return no('It is not known.')
  }
  const hash = secret === undefined ? null : sha256(secret)
  const pick = (map) => [...map.values()].find((entry) => (hash ? entry.hash === hash : entry.id === id))
  if (kind === 'personal-token') {
    const token = hash ? world.tokens.get(hash) : [...world.tokens.values()].find((t) => t.id === id)
    if (!token) return missing('token')
    if (!token.enabled) return no('It is disabled.')
    if (token.expires <= at) return no('It has expired.')
    if (!world.orgs.get(token.org).members.has(token.person)) return no('Its owner has left.')
    token.lastRequest = at
    return yes('PersonalToken', token.id)
  }
  if (kind === 'registry-key') {
    const hit = everywhere(world, (org) => [...org.registries.values()].find((r) => pick(r.keys)))
    if (!hit) return missing('key')
    if (body.registry !== undefined && body.registry !== hit.found.slug) return no('The key belongs to another registry.')
    const key = pick(hit.found.keys)
    const reason = useKey(world, hit.found, key, body.repository ?? key.prefixes[0], action)
    if (reason) return no(reason)
    key.used = at
    return yes('RegistryKey', key.keyId)
  }
  if (kind === 'login-credential') {
    const hit = hash ? loginBySecret(world, secret) : everywhere(world, (org) => org.logins.get(id))
    if (!hit) return missing('login')
    const login = hit.login ?? hit.found
    if (body.username !== undefined && !sameText(body.username, login.username)) return no('Username and password do not belong together.')
    const reason = useLogin(world, hit.org, login, body.registry ?? login.scope[0].registry, action)
    return reason ? no(reason) : yes('LoginCredential', login.username)
  }
  if (kind === 'upstream-credential') {
    const registry = registryIn(world, body)
    const found = hash ? [...registry.upstreams.values()].find((c) => c.hash === hash) : registry.upstreams.get(id)
    if (!found) return missing('upstream login')
    found.used = at
    return yes('UpstreamCredential', found.upstream)
  }
  if (kind === 'send-key') {
    const hit = everywhere(world, (org) => pick(org.sendKeys))
    if (!hit) return missing('send key')
    if (!hit.org.entitled.email) return no('Email is not enabled.')
    hit.found.used = at
    return yes('EmailSendKey', hit.found.id)
  }
  if (kind === 'alert-source') {
    const hit = everywhere(world, (org) => pick(org.sources))
    if (!hit) return missing('alert source')
    if (hit.found.revoked) return no('It is revoked.')
    hit.found.lastEvent = at
    return yes('OncallAlertSource', hit.found.id)
  }
  if (kind === 'registration-token') {
    const hit = everywhere(world, (org) => [...org.clusters.values()].find((c) => pick(c.enrolments)))
    if (!hit) return missing('registration token')
    const found = pick(hit.found.enrolments)
    if (body.cluster !== undefined && body.cluster !== hit.found.name) return no('It belongs to another cluster.')
    if (hit.found.work === 'deleting') return no('The cluster is being torn down.')
    if (found.disabled) return no('It is disabled.')
    if (found.expires <= at) return no('It has expired.')
    found.used = at
    return yes('RegistrationToken', found.id)
  }
  if (kind === 'kubeconfig') {
    const token = /token:\s*(\S+)/.exec(secret ?? '')?.[1] ?? secret
    const hit = token && everywhere(world, (org) => org.kubeTokens.get(sha256(token)))
    if (!hit) return missing('client configuration')
    if (body.cluster !== undefined && body.cluster !== hit.found.cluster) return no('It belongs to another cluster.')
    if (hit.org.clusters.get(hit.found.cluster) !== hit.found.of || hit.found.of.work === 'deleting') return no('The cluster is gone.')
    if (hit.found.expires <= at) return no('It has expired.')
    return yes('Cluster', hit.found.cluster)
  }
  const hit = everywhere(world, (org) => pick(org.exports))
  if (!hit) return missing('export token')
  if (!hit.org.entitled.uptime) return no('Uptime is not enabled.')
  hit.found.used = at
  return yes('UptimeExportToken', hit.found.id)
}
function roleChanges(world, body) {
  const org = orgOf(world, body)
  if (body.customRole !== undefined) {
    const wanted = body.customRole
    if (!plain(wanted)) throw malformed('customRole must be an object.')
    const id = text(wanted, 'id')
    if (world.role(org, id)?.kind === 'builtin') throw conflict('A built-in role cannot be changed.')
    if (flag(wanted, 'removed', false)) {
      if (!org.customRoles.delete(id)) throw unknown('custom role')
    } else {
      const old = org.customRoles.get(id)
      const permissions = texts(wanted, 'permissions') ?? old?.permissions ?? []
      const services = new Set(permissions.map((p) => p.split('.')[0]))
      org.customRoles.set(id, {
        id, name: wanted.name ?? old?.name ?? id, description: wanted.description ?? old?.description ?? '', kind: 'custom', scopable: wanted.scopable ?? old?.scopable ?? false, permissions,
        ...(services.size === 1 ? { service: [...services][0] } : {}),
      })
    }
  }
  if (body.userId === undefined) return changed('IamRole', body.customRole?.id ?? org.slug)
  const id = text(body, 'userId')
  const role = body.role === undefined ? undefined : choice(body, 'role', ['owner', 'admin', 'member', 'viewer', 'none'])
  if (body.grants !== undefined) {
    if (!Array.isArray(body.grants)) throw malformed('grants must be a list.')
    for (const grant of body.grants) {
      if (!plain(grant)) throw malformed('A grant must be an object.')
      texts(grant, 'resourceIds')
      if (!world.role(org, text(grant, 'role'))) throw unknown('role')
    }
  }
  const person = world.people.get(id) ?? world.addPerson(id, id, `Person ${id}`, `person-${id.replace(/[^A-Za-z0-9-]/g, '-')}@${org.slug}.example`, `sitzung-${id}-neu`)
  if (role === 'none') {
    if (org.members.has(id)) world.leave(person, org)
  } else {
    const old = org.members.get(id)
    world.join(person, org, role ?? old?.role ?? 'member', body.grants?.map((grant) => ({ role: grant.role, resourceIds: grant.resourceIds })) ?? null)
  }
  world.fact('MembershipChanged', 'Person', id)
  return changed('User', id)
}
function probeResult(world, body) {
  const id = text(body, 'monitorId')
  const hit = everywhere(world, (org) => org.monitors.get(id))
  if (!hit || hit.found.deleted) throw unknown('monitor')
  const m = hit.found
  const outcome = choice(body, 'outcome', ['ok', 'fail', 'error'])
  const times = whole(body, 'times', 1, 1)
  if (times > 5000) throw malformed('times is too much.')
  if (!m.enabled) throw conflict('The monitor is disabled.')
  const vantage = text(body, 'vantage', false)
  if (vantage !== undefined && !m.vantages.includes(vantage)) throw conflict('The monitor does not probe from there.')
  const last = when(body, 'at') ?? world.now()
  const known = m.probes.length ? Math.max(...m.probes.slice(-200).map((p) => p.at)) : m.born
  let gap = m.intervalSeconds * SECOND
  if (last - (times - 1) * gap <= known) gap = Math.max(0, Math.floor((last - known) / times))
  let transitions = 0
  for (let n = times - 1; n >= 0; n -= 1)
    for (const v of vantage === undefined ? m.vantages : [vantage])
      transitions += uptime.probe(world, m, { vantage: v, outcome, at: last - n * gap, latencyMs: body.latencyMs, errorKind: body.errorKind, errorDetail: body.errorDetail, responseSnippet: body.responseSnippet })
  return { ...changed('UptimeMonitor', m.id), state: m.state, transitions }
}

const EVENTS = {
  'token-disabled': (world, body) => {
    const token = tokenIn(world, body)
    if (!token.enabled) throw conflict('The token is disabled already.')
    token.enabled = false
    return changed('PersonalToken', token.id)
  },
  'token-enabled': (world, body) => {
    const token = tokenIn(world, body)
    if (token.enabled) throw conflict('The token is enabled already.')
    token.enabled = true
    return changed('PersonalToken', token.id)
  },
  'role-changes': roleChanges,
  'billing-email-collides': (world, body) => {
    const mailbox = fold(text(body, 'email'))
    if (flag(body, 'collides', true)) world.collisions.add(mailbox)
    else world.collisions.delete(mailbox)
    return changed('Contacts', mailbox)
  },
  'image-pushed': pushed,
  'blob-shared': (world, body) => {
    const registry = registryIn(world, body)
    for (const side of ['from', 'to']) {
      if (!plain(body[side])) throw malformed(`${side} must be an image.`)
      text(body[side], 'repository')
      text(body[side], 'digest')
    }
    return { ...changed('RegistryManifest', body.to.digest), ...share(world, registry, { blob: text(body, 'blob'), from: body.from, to: body.to }) }
  },
  'slug-claimed-elsewhere': (world, body) => {
    const slug = text(body, 'slug')
    const how = choice(body, 'how', ['claimed', 'reserved', 'free'], 'claimed')
    if (findRegistry(world, slug)) throw conflict('A registry has this slug.')
    if (how === 'free') {
      world.slugsElsewhere.delete(slug)
      world.slugsRetired.delete(slug)
    } else world.slugsElsewhere.set(slug, how)
    return changed('Registry', slug)
  },
  'payment-method-changes': (world, body) => {
    const org = orgOf(world, body)
    org.payment = flag(body, 'active')
    return changed('Organization', org.slug)
  },
  'dns-record-published': (world, body) => dns(world, body, (record) => record.value),
  'dns-record-removed': (world, body) => dns(world, body, () => null),
  'dns-record-mismatched': (world, body) => {
    const value = text(body, 'value')
    return dns(world, body, () => value)
  },
  'message-sent': (world, body) => {
    const wanted = mail(body)
    const hit = everywhere(world, (org) => email.domainOf(org, wanted.from))
    if (!hit) throw unknown('domain')
    let key
    if (body.secret !== undefined || body.sendKeyId !== undefined) {
      key = [...hit.org.sendKeys.values()].find((k) => (body.secret !== undefined ? k.hash === sha256(body.secret) : k.id === body.sendKeyId))
      if (!key) {
        if (body.secret === undefined) throw unknown('send key')
        throw conflict('The send key is not known.')
      }
    }
    const { message, suppressed } = email.submit(world, hit.org, hit.found, { ...wanted, key, door: text(body, 'door', false) })
    return { ...changed('EmailMessage', message.id, 'created'), messageId: message.id, suppressed }
  },
  'message-received': (world, body) => {
    const wanted = mail(body)
    let hit = null
    for (const to of [...wanted.to, ...(wanted.cc ?? [])]) hit ??= everywhere(world, (org) => email.domainOf(org, to))
    if (!hit) throw unknown('domain')
    if (!email.ready(hit.found)) throw conflict('The domain does not receive mail.')
    const { message, routes, deliveries } = email.receive(world, hit.org, hit.found, wanted)
    return { ...changed('EmailMessage', message.id, 'created'), messageId: message.id, routeIds: routes.map((r) => r.id), deliveryIds: deliveries.map((d) => d.id) }
  },
  'message-delivered': (world, body) => {
    const { org, m } = messageIn(world, body)
    const deliveryIds = email.deliver(world, org, m, { recipient: text(body, 'recipient', false), at: when(body, 'occurredAt') })
    return { ...changed('EmailMessage', m.id), deliveryIds }
  },
  'message-bounced': (world, body) => {
    const { org, m } = messageIn(world, body)
    const hard = choice(body, 'bounce', ['hard', 'soft']) === 'hard'
    const { made, added } = email.bounce(world, org, m, { recipient: text(body, 'recipient', false), hard, detail: body.detail, at: when(body, 'occurredAt') })
    return { ...changed('EmailMessage', m.id), deliveryIds: made, suppressionIds: added, paused: Boolean(org.pause) }
  },
  'message-complained': (world, body) => {
    const { org, m } = messageIn(world, body)
    const { made, added } = email.complain(world, org, m, { recipient: text(body, 'recipient', false), detail: body.detail, at: when(body, 'occurredAt') })
    return { ...changed('EmailMessage', m.id), deliveryIds: made, suppressionIds: added, paused: Boolean(org.pause) }
  },
  'webhook-endpoint-answers': (world, body) => {
    const id = text(body, 'endpointId')
    const hit = everywhere(world, (org) => org.hooks.get(id))
    if (!hit) throw unknown('endpoint')
    const { answers } = body
    if (!Array.isArray(answers) || answers.some((a) => !plain(a) || (a.status === undefined && a.failure === undefined))) throw malformed('answers must be a list of responses.')
    const afterwards = choice(body, 'afterwards', ['repeat-last', 'send'], 'repeat-last')
    hit.found.script = answers.length ? { answers, afterwards, next: 0 } : null
    return changed('EmailWebhook', id)
  },
  'sending-unpaused': (world, body) => {
    const org = orgOf(world, body)
    if (!org.pause) throw conflict('Sending is not paused.')
    org.pause = null
    org.countFrom = world.now()
    return changed('EmailSettings', org.slug)
  },
  'domain-claimed-elsewhere': (world, body) => {
    const name = fold(text(body, 'domain'))
    if (everywhere(world, (org) => [...org.domains.values()].some((d) => d.name === name))) throw conflict('An organization here has this domain.')
    if (flag(body, 'claimed', true)) world.domainsElsewhere.add(name)
    else world.domainsElsewhere.delete(name)
    return changed('EmailDomain', name)
  },
  'alert-fires': (world, body) => {
    const fingerprint = text(body, 'alert')
    const startsAt = when(body, 'startsAt')
    const { org, service } = alertService(world, body)
    const { incident, opened } = oncall.fire(world, org, service, { fingerprint, title: text(body, 'title', false) ?? fingerprint, labels: body.labels, annotations: body.annotations, startsAt })
    return { ...changed('OncallIncident', incident.id, opened ? 'created' : 'changed'), incidentId: incident.id, opened, firingAlerts: oncall.firing(incident) }
  },
  'alert-resolves': (world, body) => {
    const fingerprint = text(body, 'alert')
    const endsAt = when(body, 'endsAt')
    const { org, service } = alertService(world, body)
    const incident = oncall.calm(world, org, service, fingerprint, endsAt)
    if (!incident) throw unknown('alert')
    return { ...changed('OncallIncident', incident.id), incidentId: incident.id, resolved: incident.status === 'resolved', firingAlerts: oncall.firing(incident) }
  },
  'provider-behaves': (world, body) => {
    const org = orgOf(world, body)
    const behaviour = choice(body, 'behaviour', ['accepts', 'rejects', 'unreachable'])
    const only = body.only === undefined ? null : choice(body, 'only', ['verification', 'pages'])
    for (const part of ['verification', 'pages']) if (!only || only === part) org.carrierMood[part] = behaviour
    return changed('ProviderCredential', org.slug)
  },
  'status-page-viewed': (world, body) => {
    const ids = texts(body, 'serviceIds')
    let org = orgOf(world, body)
    if (ids?.length && body.organization === undefined) org = everywhere(world, (o) => o.services.has(ids[0]))?.org ?? org
    for (const id of ids ?? []) if (!org.services.has(id)) throw unknown('service')
    const shown = ids ?? [...org.services.keys()]
    return { changed: [], organization: org.slug, services: shown.map((id) => ({ id, name: org.services.get(id).name })), incidents: oncall.publicPage(world, org, shown) }
  },
  'node-joins': (world, body) => {
    const c = clusterIn(world, body)
    const node = text(body, 'node')
    const token = text(body, 'token', false)
    const agentVersion = text(body, 'agentVersion', false)
    const ready = body.ready === undefined ? undefined : flag(body, 'ready')
    if (token === undefined) {
      clusters.addNode(world, c, node, agentVersion, 'nothing', ready)
      return { ...changed('Node', node, 'created'), node, with: 'nothing' }
    }
    try {
      const { kind } = clusters.join(world, c, { node, token, agentVersion, ready })
      return { ...changed('Node', node, 'created'), node, with: kind }
    } catch (error) {
      throw error instanceof Fail && error.status === 403 ? conflict(error.message) : error
    }
  },
  'agent-upgraded': (world, body) => {
    const node = nodeIn(world, body)
    const version = text(body, 'agentVersion')
    if (!clusters.parse(version)) throw malformed('agentVersion is not a version.')
    node.agentVersion = version.replace(/^v/, '')
    return changed('Node', node.name)
  },
  'node-lost': (world, body) => {
    const node = nodeIn(world, body)
    const how = choice(body, 'how', ['not-ready', 'vanished', 'back'], 'not-ready')
    node.ready = how === 'back'
    node.lost = how !== 'back'
    node.vanished = how === 'vanished'
    return changed('Node', node.name)
  },
  'headroom-changes': (world, body) => {
    const c = clusterIn(world, body)
    const component = text(body, 'component')
    if (!clusters.COMPONENTS.includes(component)) throw malformed(`component must be one of ${clusters.COMPONENTS.join(', ')}.`)
    if (typeof body.usedPercent !== 'number') throw malformed('usedPercent must be a number.')
    c.load.set(component, body.usedPercent)
    return changed('Cluster', c.name)
  },
  'service-exposed': (world, body) => {
    const c = clusterIn(world, body)
    const service = text(body, 'service')
    if (!c.balancers) throw conflict('Managed load balancers are off.')
    if (c.exposed.some((e) => e.service === service)) throw conflict('The service is exposed already.')
    if (c.exposed.length >= c.maxServices) throw conflict('The cluster exposes as many services as it may.')
    const entry = { service, ip: text(body, 'ip', false) ?? `198.51.100.${c.nextIp++ % 250}` }
    c.exposed.push(entry)
    return { ...changed('Cluster', c.name), ...entry }
  },
  'service-withdrawn': (world, body) => {
    const c = clusterIn(world, body)
    const service = text(body, 'service')
    const index = c.exposed.findIndex((e) => e.service === service)
    if (index < 0) throw unknown('exposed service')
    c.exposed.splice(index, 1)
    return changed('Cluster', c.name)
  },
  'cluster-changes-concurrently': (world, body) => {
    const c = clusterIn(world, body)
    if (c.work) throw conflict('The cluster is not running.')
    if (c.foreign) throw conflict('Somebody changes it already.')
    const lasts = choice(body, 'lasts', ['one-request', 'roll'], 'roll')
    const change = body.change ?? {}
    if (!plain(change)) throw malformed('change must be an object.')
    if (change.orchestratorVersion !== undefined) clusters.gateVersion(c, change.orchestratorVersion)
    const plan = Object.fromEntries(Object.entries(change).filter(([key]) => ['orchestratorVersion', 'tier', 'replicas'].includes(key)))
    c.foreign = lasts
    if (lasts === 'roll' || Object.keys(plan).length) clusters.roll(world, c, plan)
    return changed('Cluster', c.name)
  },
  'probe-result': probeResult,
  'metrics-availability': (world, body) => {
    const available = flag(body, 'available')
    if (body.monitorId !== undefined) {
      const hit = everywhere(world, (org) => org.monitors.get(text(body, 'monitorId')))
      if (!hit) throw unknown('monitor')
      hit.found.metricsDown = !available
      return changed('UptimeMonitor', hit.found.id)
    }
    const org = orgOf(world, body)
    org.metricsDown = !available
    if (available) for (const m of org.monitors.values()) m.metricsDown = false
    return changed('Organization', org.slug)
  },
  'credential-used': used,
  'entitlement-changes': (world, body) => {
    const org = orgOf(world, body)
    org.entitled[choice(body, 'area', ['email', 'uptime'])] = flag(body, 'enabled')
    return changed('Organization', org.slug)
  },
  'quota-changes': (world, body) => {
    const quota = choice(body, 'quota', ['clusters', 'monitors', 'daily-email', 'registry-storage-bytes', 'load-balancer-services'])
    const value = whole(body, 'value')
    if (quota === 'registry-storage-bytes') {
      const registry = registryIn(world, body)
      registry.quota = value
      return changed('Registry', registry.slug)
    }
    if (quota === 'load-balancer-services') {
      const c = clusterIn(world, body)
      c.maxServices = value
      return changed('Cluster', c.name)
    }
    const org = orgOf(world, body)
    org.quotas[quota] = value
    return changed('Organization', org.slug)
  },
  'backend-behaves': (world, body) => {
    const backend = choice(body, 'backend', ['email', 'uptime', 'dns'])
    world.backends[backend] = flag(body, 'reachable')
    return changed('Backend', backend)
  },
}

// ---- the clock
function duration(given) {
  const found = typeof given === 'string' && /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(given)
  if (!found || !found.slice(1).some((part) => part !== undefined)) throw malformed('by must be an ISO 8601 duration of weeks, days, hours, minutes and seconds.')
  const [w, d, h, m, s] = found.slice(1).map((part) => Number(part ?? 0))
  return w * 7 * DAY + d * DAY + h * HOUR + m * MINUTE + Math.round(s * SECOND)
}
const pending = (world) => world.timers.filter((t) => !t.off)
const dueView = (t) => ({ at: iso(t.when), timer: t.timer, entity: t.entity, id: String(t.id) })
const clockView = (world, kinds) => ({
  mode: world.clock.mode, now: iso(world.now()), progress: { mode: 'delay' }, due: pending(world).slice(0, 100).map(dueView),
  ...(kinds ? { kinds: [...new Map([...pending(world)].reverse().map((t) => [t.timer, dueView(t)])).values()].sort((a, b) => (a.at < b.at ? -1 : 1)) } : {}),
})
function setClock(world, body) {
  const mode = choice(body, 'mode', ['real', 'frozen', 'set'])
  const given = when(body, 'now')
  if (mode === 'set' && given === undefined) throw malformed('now is needed.')
  const target = mode === 'real' ? Date.now() : given ?? world.now()
  const fired = target > world.now() ? world.run(target) : []
  world.clock = mode === 'frozen' ? { mode, offset: 0, at: target } : { mode, offset: mode === 'real' ? 0 : target - Date.now(), at: 0 }
  world.onTimer()
  return { clock: clockView(world), fired }
}
function advance(world, body) {
  let target
  if (body.by !== undefined) target = world.now() + duration(body.by)
  else if (body.to !== undefined) target = when(body, 'to')
  else if (body.nextDue === true) {
    const next = pending(world).find((t) => body.timer === undefined || t.timer === body.timer)
    if (!next && body.timer !== undefined) throw conflict('No such timer is pending.')
    target = Math.max(next?.when ?? world.now(), world.now())
  } else throw malformed('by, to or nextDue is needed.')
  if (target < world.now()) throw conflict('The clock does not go back.')
  const fired = world.moveTo(target)
  return { clock: clockView(world), fired }
}

const last = (entries, query, filters) => {
  let rows = entries
  for (const field of filters) if (query[field] !== undefined) rows = rows.filter((row) => String(row[field]) === query[field])
  return query.limit !== undefined ? rows.slice(-Number(query.limit)) : rows
}
// Answers a request to the driver; null where there is nothing.
export function control({ method, path, query, body, get, reset }) {
  const world = get()
  const key = `${method} ${path}`
  if (method === 'POST' && path.startsWith('/events/')) {
    const event = Object.hasOwn(EVENTS, path.slice(8)) ? EVENTS[path.slice(8)] : null
    if (!event) throw new Fail(501, 'This event is not offered.')
    if (!plain(body)) throw malformed('The body must be an object.')
    const at = iso(world.now())
    const result = event(world, body)
    world.catchUp()
    return { at, entry: world.position, changed: [], ...result }
  }
  if (key === 'GET /clock') return clockView(world, query.kinds === 'true')
  if (key === 'PUT /clock') return setClock(world, plain(body) ? body : {})
  if (key === 'POST /clock/advance') return advance(world, plain(body) ? body : {})
  if (key === 'POST /reset') {
    const next = reset()
    return { name: 'default', from: { seed: 'hansewerk' }, createdAt: iso(next.bornAt), entries: next.position, clock: clockView(next) }
  }
  if (key === 'GET /pages') return { pages: last(world.pages, query, ['incidentId', 'userId']).map(({ org, ...page }) => page) }
  if (key === 'GET /webhook-deliveries') return { attempts: last(world.attempts, query, ['endpointId', 'deliveryId']) }
  if (key === 'GET /health') return { status: 'ok', version: '10.0.0', sandboxes: 1 }
  if (key === 'GET /identities')
    return {
      actors: [...world.people.values()].map((p) => ({
        name: p.name, userId: p.id, label: p.label, email: p.email, memberships: p.memberships.map((slug) => ({ organization: slug, role: world.orgs.get(slug).members.get(p.id).role })),
        credentials: p.memberships.map((slug) => ({ kind: 'session', value: p.session, organization: slug, headers: { 'X-Session': p.session, 'X-Mandant': slug } })),
      })),
    }
  if (key === 'GET /facts') return { facts: world.facts.slice(-200) }
  throw new Fail(501, 'This is not offered.')
}
