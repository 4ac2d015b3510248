import { refuse } from './errors.mjs'

const FIELDS = [
  'name',
  'serviceId',
  'enabled',
  'intervalSeconds',
  'vantages',
  'timeoutMs',
  'downCondition',
  'http',
  'tcp',
  'kind',
]
const HTTP_FIELDS = ['url', 'method', 'headers', 'bodyBase64', 'followRedirects', 'expectStatus', 'expectBodyContains']
const TCP_FIELDS = ['host', 'port', 'tls', 'sendBase64', 'expectPrefixBase64']
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * Reads the fields of a monitor from a request.
 * @param {any} ctx @param {any} [old] the monitor to change; without it, one is created
 * @returns {any} the settings the monitor is to have
 */
export function readMonitor(ctx, old) {
  const { check, choice } = ctx
  const body = check.object(ctx.body, 'monitor', FIELDS)
  const field = (name, read, missing) =>
    old || missing !== undefined ? (check.optional(body, name, read) ?? old?.[name] ?? missing) : read(body[name], name)
  const kind = old ? readKindChange(ctx, body, old) : check.oneOf(body.kind, 'kind', ['tcp', 'http'])
  const settings = {
    kind,
    name: field('name', check.text),
    serviceId: readServiceId(ctx, body, old),
    enabled: field('enabled', check.boolean, choice.defaultEnabled),
    intervalSeconds: field('intervalSeconds', (value) => readInterval(ctx, value)),
    vantages: field('vantages', (value) => readVantages(ctx, value)),
    timeoutMs: field(
      'timeoutMs',
      (value, what) => check.integer(value, what, ...choice.timeoutRange),
      choice.defaultTimeoutMs,
    ),
    downCondition: field('downCondition', (value) => readDownCondition(ctx, value), choice.defaultDownCondition),
    http: check.optional(body, 'http', (value) => readHttp(ctx, value, old?.http)) ?? old?.http,
    tcp: check.optional(body, 'tcp', (value) => readTcp(ctx, value, old?.tcp)) ?? old?.tcp,
  }
  const other = kind === 'http' ? 'tcp' : 'http'
  if (!settings[kind]) check.bad(`${kind}: needed for this kind`)
  if (settings[other] && choice.otherKindTarget === 'refuse' && kind === (old?.kind ?? kind))
    check.bad(`${other}: not for this kind`)
  if (choice.quorumWithinVantages && settings.downCondition.quorum > settings.vantages.length)
    check.bad('downCondition.quorum: more than the vantages')
  return settings
}

/** The kind is immutable; naming another is refused or ignored. */
function readKindChange(ctx, body, old) {
  if (body.kind === undefined) return old.kind
  if (ctx.fault('kind-changed-by-patch')) return ctx.check.oneOf(body.kind, 'kind', ['tcp', 'http'])
  return ctx.choice.patchKind === 'ignore' ? old.kind : ctx.check.bad('kind: it cannot be changed')
}

function readServiceId(ctx, body, old) {
  const { choice, org } = ctx
  const value = body.serviceId
  if (value === undefined) return old?.serviceId
  if (old && value === choice.detachService) return undefined
  const id = ctx.check.optional(body, 'serviceId', ctx.check.string)
  if (id === undefined) return old?.serviceId
  if (!org.uptimeServices.has(id)) refuse(choice.monitorUnknownService, 'unknown service')
  return id
}

function readInterval(ctx, value) {
  const seconds = ctx.check.integer(value, 'intervalSeconds', 1)
  const offered = ctx.choice.catalog.intervals.some(([one]) => one === seconds)
  return offered || ctx.fault('unoffered-interval-accepted') ? seconds : ctx.check.bad('intervalSeconds: not offered')
}

function readVantages(ctx, value) {
  const { check, choice } = ctx
  const list = check.array(value, 'vantages', check.string)
  if (list.length === 0) check.bad('vantages: at least one')
  for (const wanted of list) {
    const [, , available] = choice.catalog.vantages.find(([id]) => id === wanted) ?? check.bad('vantages: unknown')
    if (!available && !ctx.fault('unavailable-vantage-accepted')) check.bad('vantages: not available')
  }
  const unique = [...new Set(list)]
  if (unique.length < list.length && choice.duplicateVantages === 'refuse') check.bad('vantages: named twice')
  return unique
}

function readDownCondition(ctx, value) {
  const { check } = ctx
  const body = check.object(value, 'downCondition', ['confirmations', 'quorum'])
  return {
    confirmations: check.integer(body.confirmations, 'downCondition.confirmations', 1),
    quorum: check.integer(body.quorum, 'downCondition.quorum', 1),
  }
}

/** Puts the given parts of a target over the old target, or in its place. */
function combine(ctx, given, old, defaults) {
  const parts = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { ...(ctx.choice.httpPatch === 'merge' && old ? old : defaults), ...parts }
}

function readBase64(ctx, value, what) {
  const text = ctx.check.string(value, what)
  return !ctx.choice.strictTargets || BASE64.test(text) ? text : ctx.check.bad(`${what}: not base64`)
}

function readHttp(ctx, value, old) {
  const { check, choice } = ctx
  const body = check.object(value, 'http', HTTP_FIELDS)
  const mayOmit = choice.httpPatch === 'merge' && old
  const base64 = (text, what) => readBase64(ctx, text, what)
  const status = (text, what) =>
    !choice.strictTargets || /^([1-5]\d\d|[1-5]xx|[1-5]\d\d-[1-5]\d\d)$/.test(check.string(text, what))
      ? check.string(text, what)
      : check.bad(what)
  const given = {
    url: mayOmit && body.url === undefined ? undefined : readUrl(ctx, body.url),
    method: check.optional(body, 'method', (text, what) => check.oneOf(text, what, ['GET', 'HEAD', 'POST'])),
    headers: check.optional(body, 'headers', (map, what) => {
      for (const [name, text] of Object.entries(check.object(map, what))) check.string(text, `${what}.${name}`)
      return map
    }),
    bodyBase64: check.optional(body, 'bodyBase64', base64),
    followRedirects: check.optional(body, 'followRedirects', check.boolean),
    expectStatus: check.optional(body, 'expectStatus', (list, what) => check.array(list, what, status)),
    expectBodyContains: check.optional(body, 'expectBodyContains', check.string),
  }
  return combine(ctx, given, old, choice.httpDefaults)
}

function readUrl(ctx, value) {
  const text = ctx.check.string(value, 'http.url')
  const url = URL.canParse(text) ? new URL(text) : ctx.check.bad('http.url: no url')
  if (!['http:', 'https:'].includes(url.protocol)) ctx.check.bad('http.url: http or https')
  return admissible(ctx, url.hostname, 'http.url') && text
}

function admissible(ctx, host, what) {
  const loopback = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)
  return !(loopback && ctx.choice.loopbackTargets === 'refuse') || ctx.check.bad(`${what}: not an admissible target`)
}

function readTcp(ctx, value, old) {
  const { check, choice } = ctx
  const body = check.object(value, 'tcp', TCP_FIELDS)
  const merging = choice.httpPatch === 'merge' && old
  const base64 = (text, what) => readBase64(ctx, text, what)
  const host = merging && body.host === undefined ? undefined : check.nonBlank(body.host, 'tcp.host')
  if (host !== undefined) admissible(ctx, host, 'tcp.host')
  const given = {
    host,
    port: merging && body.port === undefined ? undefined : check.integer(body.port, 'tcp.port', 1, 65535),
    tls: check.optional(body, 'tls', check.boolean),
    sendBase64: check.optional(body, 'sendBase64', base64),
    expectPrefixBase64: check.optional(body, 'expectPrefixBase64', base64),
  }
  return combine(ctx, given, old, {})
}
