/** The placeholder for "the first organization of the world" if a body names none. */
const FIRST = 'north'

/** Something that cannot be caused. `status` is the one the control description has for it. */
class CannotHappen extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

/**
 * Causes what happens to a candidate other than through its API. Each function is an operation of
 * the control description (spec/<area>/events.yaml) under its operationId: it takes that operation's
 * request body (query parameters, for a read) and answers its response body, or rejects.
 * The candidate keeps no journal, so `entry` is missing everywhere.
 * @param {{url: string}} target where the candidate is
 */
export default function driver({ url }) {
  const base = url.replace(/\/$/, '')
  const test = (method, path, body) => call(base, method, `/_test/${path}`, body)
  const post = (path, body) => test('POST', path, body)

  /** An event that answers only that it happened. */
  async function happened(path, body, changed = []) {
    const { at } = await post(path, body)
    return { at, changed }
  }

  async function moveClock(body) {
    const { fired, ...clock } = await post('clock', body)
    return { clock: shownClock(clock), fired }
  }

  return {
    /** `startsAt` is part of what is told; the candidate acts when it hears of the alert. */
    async alertFires({ serviceId, sourceId, alert, title, startsAt }) {
      return post('alerts', { state: 'firing', serviceId, sourceId, fingerprint: alert, title, startsAt })
    },

    async alertResolves({ serviceId, sourceId, alert }) {
      return post('alerts', { state: 'resolved', serviceId, sourceId, fingerprint: alert })
    },

    /** All results of one call bear the same instant. */
    async probeResult({ outcome, ...more }) {
      return post('probes', { ...more, ok: outcome === 'ok', outcome: outcome === 'ok' ? undefined : outcome })
    },

    async metricsAvailability({ organization = FIRST, monitorId, available }) {
      const changed = monitorId === undefined ? [] : [{ entity: 'MetricsView', id: monitorId, change: 'changed' }]
      return happened('metrics', { org: organization, monitorId, unavailable: !available }, changed)
    },

    async providerBehaves({ organization = FIRST, behaviour, only }) {
      return happened('provider', { org: organization, behaviour, only })
    },

    async entitlementChanges({ organization = FIRST, area, enabled }) {
      only('area', area, 'uptime')
      return happened('entitlement', { org: organization, enabled }, [organizationChanged(organization)])
    },

    async quotaChanges({ organization = FIRST, quota, value }) {
      only('quota', quota, 'monitors')
      return happened('quota', { org: organization, limit: value }, [organizationChanged(organization)])
    },

    async backendBehaves({ backend, reachable }) {
      only('backend', backend, 'uptime')
      return happened('backend', { down: !reachable })
    },

    async statusPageViewed({ organization = FIRST, serviceIds } = {}) {
      if (serviceIds?.length === 0) return { incidents: [] }
      const query = new URLSearchParams(serviceIds ? serviceIds.map((id) => ['serviceId', id]) : { org: organization })
      const { incidents } = await test('GET', `status-page?${query}`)
      return { incidents }
    },

    /** The candidate keeps hashes of secrets only, so a credential is named by its secret. */
    async credentialUsed({ kind, id, secret, at }) {
      if (secret === undefined) throw new CannotHappen(409, 'name the credential by its secret')
      if (at !== undefined) throw new CannotHappen(409, 'a credential can only be used now')
      const door = DOORS.get(kind)
      if (!door) throw new CannotHappen(409, `the candidate has no credential of the kind ${kind}`)
      const about = await test('GET', 'about')
      const response = await door.knock({ base, about, id, secret, post })
      const accepted = response.ok
      const changed = accepted && id !== undefined ? [{ entity: door.entity, id, change: 'changed' }] : []
      const reason = accepted ? undefined : await errorOf(response)
      return { at: about.now, changed, accepted, ...(reason === undefined ? {} : { reason }) }
    },

    async getClock() {
      return shownClock(await test('GET', 'clock'))
    },

    async setClock({ mode, now }) {
      if (mode === 'real') return moveClock({ real: true })
      only('mode', mode, 'set')
      return moveClock({ to: now })
    },

    async advanceClock({ by, to, nextDue }) {
      if (nextDue) return moveClock({ nextDue })
      if (to !== undefined) return moveClock({ to, forward: true })
      const { now } = await test('GET', 'clock')
      return moveClock({ advanceSeconds: secondsOf(by, new Date(now)) })
    },

    async listPages({ incidentId, userId } = {}) {
      const { pages } = await test('GET', 'pages')
      return {
        pages: pages
          .filter((page) => incidentId === undefined || page.incidentId === incidentId)
          .filter((page) => userId === undefined || page.userId === userId)
          .map(({ atShown, ...page }) => ({ ...page, outcome: page.error === undefined ? 'sent' : 'failed' })),
      }
    },

    /** There is one seed; of a sandbox the candidate knows only the clock. */
    async resetWorld() {
      await post('reset')
      const { mode, now } = shownClock(await test('GET', 'clock'))
      return { clock: { mode, now } }
    },
  }
}

/** The endpoints where a credential is used. Each `knock` returns the response. */
const DOORS = new Map([
  [
    'personal-token',
    {
      entity: 'PersonalToken',
      knock: ({ base, about: { credential }, secret }) =>
        fetch(`${base}/api/v1/tokens`, { headers: { [credential.header]: credential.prefix + secret } }),
    },
  ],
  [
    'export-token',
    {
      entity: 'UptimeExportToken',
      knock: ({ base, about: { scrape }, secret }) =>
        fetch(base + scrape.path, { method: scrape.method, headers: { authorization: `Bearer ${secret}` } }),
    },
  ],
  [
    'alert-source',
    {
      entity: 'OncallAlertSource',
      /** A notification without alerts. */
      async knock({ base, about: { webhook }, id, secret, post }) {
        const source = id ?? (await post('source', { token: secret })).id ?? 'unknown'
        return fetch(base + webhook.path.replace('{source}', encodeURIComponent(source)), {
          method: webhook.method,
          headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
          body: JSON.stringify({ version: '4', status: 'resolved', receiver: 'oncall', alerts: [] }),
        })
      },
    },
  ],
])

/** One request to the test interface. */
async function call(base, method, path, body = {}) {
  const response = await fetch(base + path, {
    method,
    ...(method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (response.ok) return response.json()
  throw new CannotHappen([404, 409].includes(response.status) ? response.status : 400, await errorOf(response))
}

async function errorOf(response) {
  const text = await response.text()
  try {
    return String(JSON.parse(text).error)
  } catch {
    return text
  }
}

/** Refuses a value that means something the candidate has not. */
function only(what, value, possible) {
  if (value !== possible) throw new CannotHappen(409, `the candidate has no ${what} ${value}, only ${possible}`)
}

function organizationChanged(id) {
  return { entity: 'Organization', id, change: 'changed' }
}

/** The candidate's clock as a Clock. Its asynchronous work ends after its delay. */
function shownClock({ now, real, due }) {
  return { mode: real ? 'real' : 'set', now, progress: { mode: 'delay' }, due }
}

const DURATION =
  /^P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?!$)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

/** Seconds of an ISO 8601 duration that begins at `from`. */
function secondsOf(duration, from) {
  const parts = DURATION.exec(String(duration))
  if (!parts) throw new CannotHappen(400, `${duration} is not an ISO 8601 duration`)
  const [years, months, weeks, days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0))
  const to = new Date(from)
  to.setUTCMonth(to.getUTCMonth() + 12 * years + months)
  const calendar = (to.getTime() - from.getTime()) / 1000
  return calendar + (7 * weeks + days) * 86400 + hours * 3600 + minutes * 60 + seconds
}
