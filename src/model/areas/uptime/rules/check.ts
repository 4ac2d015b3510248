import type { RefusalContext } from '../../../request/contexts.ts'
import { isUnusable } from '../../../values/unusable-url.ts'
import { hostOf, isHost, isSendable, schemeOf } from '../queries/admissible.ts'
import { isPrivate } from '../queries/private-host.ts'
import { byBackend } from './by-backend.ts'

const other = { http: 'tcp', tcp: 'http' } as const

export const checkMissing = byBackend({
  id: 'uptime.check-missing',
  says: 'A monitor without the check of its kind may be refused.',
  checklist: ['UPT-05'],
  where: 'Further endpoint gaps',
  provenance: 'assumed',
  refuses: ({ named, kind }, context) => {
    if (context.operation.id !== 'createMonitor' || !kind || named[kind]) return undefined
    return context.gap('uptime.check-missing') === 'refuse' ? `a monitor of kind ${kind} needs ${kind}` : undefined
  },
})

export const checkOfOtherKind = byBackend({
  id: 'uptime.check-of-other-kind',
  says: 'A check of the other kind may be refused.',
  checklist: ['UPT-05'],
  where: 'Further endpoint gaps',
  provenance: 'assumed',
  refuses: ({ named, kind }, context) => {
    if (!kind || !named[other[kind]]) return undefined
    return context.gap('uptime.check-of-other-kind') === 'refuse'
      ? `${other[kind]} does not belong to a monitor of kind ${kind}`
      : undefined
  },
})

export const targetInadmissible = byBackend({
  id: 'uptime.target-inadmissible',
  says: 'The backend refuses some targets; which ones is open.',
  checklist: ['UPT-05'],
  where: 'Endpoints, Uptime, row 8 (target admissibility)',
  provenance: 'assumed',
  refuses: (asked, context) => {
    const host = hostOf(asked)
    if (host === undefined || !isPrivate(host)) return undefined
    return context.gap('uptime.admissible-targets') === 'public-only' ? `${host} is not a public address` : undefined
  },
})

export const schemeRefused = byBackend({
  id: 'uptime.scheme-refused',
  says: 'An http check whose URL has another scheme may be refused.',
  checklist: ['UPT-05'],
  where: 'Endpoints, Uptime, row 8 (target admissibility)',
  provenance: 'assumed',
  refuses: ({ http }, context) => {
    if (!http) return undefined
    const scheme = schemeOf(http.url)
    return context.gap('uptime.url-schemes').includes(scheme) ? undefined : `the scheme of ${http.url} is not admitted`
  },
})

export const urlUnusable = byBackend({
  id: 'uptime.url-unusable',
  says: 'An http check whose URL has no host, or a port above 65535, may be refused.',
  checklist: ['UPT-05'],
  where: 'Endpoints, Uptime, row 8 (target admissibility)',
  provenance: 'assumed',
  refuses: ({ http }, context) => {
    if (!http || !isUnusable(http.url)) return undefined
    return context.gap('general.unusable-urls') === 'refuse' ? `${http.url} is not a reachable address` : undefined
  },
})

export const portOutOfRange = byBackend({
  id: 'uptime.port-out-of-range',
  says: 'A port outside 1 to 65535 may be refused.',
  checklist: ['UPT-05'],
  where: 'Resources, UptimeMonitor (not said)',
  provenance: 'assumed',
  refuses: ({ tcp }, context) => {
    if (!tcp || (tcp.port >= 1 && tcp.port <= 65535)) return undefined
    return context.gap('uptime.port-out-of-range') === 'refuse' ? `${tcp.port} is not a port` : undefined
  },
})

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export const base64Malformed = byBackend({
  id: 'uptime.base64-malformed',
  says: 'Text that is not base64 may be refused in a base64 field.',
  checklist: ['UPT-05'],
  where: 'Resources, UptimeMonitor (not said)',
  provenance: 'assumed',
  refuses: ({ http, tcp }, context) => {
    const texts = [http?.bodyBase64, tcp?.sendBase64, tcp?.expectPrefixBase64]
    if (texts.every((text) => text === undefined || BASE64.test(text))) return undefined
    return context.gap('uptime.bad-base64') === 'refuse' ? 'this is not base64' : undefined
  },
})

const STATUS_FORMS = {
  anything: /^/,
  codes: /^[1-5]\d\d$/,
  'codes-and-classes': /^[1-5](\d\d|xx)$/i,
  'codes-classes-ranges': /^[1-5](\d\d|xx)(-[1-5]\d\d)?$/i,
} as const

/** Plain codes are in every form, so they raise no question. */
const oddStatus = (context: RefusalContext, status: string): boolean =>
  !STATUS_FORMS.codes.test(status) && !STATUS_FORMS[context.gap('uptime.expect-status-syntax')].test(status)

export const statusMalformed = byBackend({
  id: 'uptime.expected-status-malformed',
  says: 'A malformed expected status may be refused.',
  checklist: ['UPT-05'],
  where: 'Resources, UptimeMonitor (not said)',
  provenance: 'assumed',
  refuses: ({ http }, context) => {
    const odd = http?.expectStatus?.find((status) => oddStatus(context, status))
    return odd === undefined ? undefined : `${odd} is not a status to expect`
  },
})

export const headerNotText = byBackend({
  id: 'uptime.header-not-text',
  says: 'A header whose value is not a string may be refused.',
  checklist: ['UPT-05'],
  where: 'Resources, UptimeMonitor (a map, of what is not said)',
  provenance: 'assumed',
  refuses: ({ http }, context) => {
    if (Object.values(http?.headers ?? {}).every((value) => typeof value === 'string')) return undefined
    return context.gap('uptime.header-values') === 'refuse' ? 'header values must be strings' : undefined
  },
})

export const headerOdd = byBackend({
  id: 'uptime.header-odd',
  says: 'A header that is invalid in HTTP may be refused.',
  checklist: ['UPT-05'],
  where: 'Resources, UptimeMonitor (a map, of what is not said)',
  provenance: 'assumed',
  refuses: ({ http }, context) => {
    const odd = Object.entries(http?.headers ?? {}).find(([name, value]) => !isSendable(name, value))
    if (!odd || context.gap('uptime.odd-headers') === 'accept') return undefined
    return `${JSON.stringify(odd[0])} is not a valid header`
  },
})

export const hostOdd = byBackend({
  id: 'uptime.host-odd',
  says: 'A tcp check whose host is neither a host name nor an address may be refused.',
  checklist: ['UPT-05'],
  where: 'Endpoints, Uptime, row 8 (target admissibility)',
  provenance: 'assumed',
  refuses: ({ tcp }, context) => {
    // An empty text has a rule of its own.
    if (!tcp || tcp.host.trim() === '' || isHost(tcp.host)) return undefined
    if (context.gap('uptime.odd-hosts') === 'accept') return undefined
    return `${JSON.stringify(tcp.host)} is neither a host name nor an address`
  },
})
