import { choicesOf } from '../choices.mjs'

/**
 * The doors beside the API: where Alertmanager and a scraper come in.
 * @param {string} url @param {string} variant
 */
export function makeDoors(url, variant) {
  const { webhook, scrape } = choicesOf(variant)

  /** @returns {Promise<{status: number, body: any}>} */
  async function knock({ method, path }, token, body) {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await response.text()
    const json = (response.headers.get('content-type') ?? '').includes('json')
    return { status: response.status, body: json ? JSON.parse(text) : text }
  }

  return {
    /** An Alertmanager notification arrives at a source's webhook. */
    deliver({ sourceId, token, alerts }) {
      return knock({ ...webhook, path: webhook.path.replace('{source}', sourceId) }, token, {
        version: '4',
        groupKey: '{}:{}',
        status: 'firing',
        receiver: 'oncall',
        groupLabels: {},
        commonLabels: {},
        commonAnnotations: {},
        externalURL: 'http://alerts.example',
        truncatedAlerts: 0,
        alerts,
      })
    },
    /** A scraper uses an export token. */
    scrape({ token }) {
      return knock(scrape, token)
    },
  }
}
