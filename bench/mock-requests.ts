/** The requests for the measurements of the mock. */
export const AS = { authorization: 'Bearer outsider', 'content-type': 'application/json' }
export const MONITORS = '/api/v1/uptime/monitors'
export const SERVICES = '/api/v1/uptime/services'

export const MONITOR = {
  name: 'Home page',
  kind: 'http',
  http: { url: 'https://shop.acme.example/', method: 'GET', followRedirects: true, expectStatus: ['200'] },
  intervalSeconds: 60,
  vantages: ['fra', 'iad'],
  timeoutMs: 5000,
  downCondition: { confirmations: 2, quorum: 1 },
  enabled: false,
}
