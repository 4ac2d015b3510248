import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parse, stringify } from 'yaml'
import { ROOT } from '../support/command.ts'
import { freePort } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { ask, startedMock } from './support.ts'
import type { Body } from './tour.ts'

const ALERTMANAGER = onPath('prometheus-alertmanager', 'alertmanager')
const PROMETHEUS = onPath('prometheus')

/** Where one of these programs is installed, if any is. */
function onPath(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

/** The configurations that the page on side doors shows, with what a reader would fill in. */
function onThePage(filled: Readonly<Record<string, string>>): readonly Body[] {
  const page = readFileSync(join(ROOT, 'docs/side-doors.md'), 'utf8')
  const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  const fill = (text: string) => Object.entries(filled).reduce((sofar, [from, to]) => sofar.replaceAll(from, to), text)
  return blocks.map((block) => parse(fill(block)))
}

for (const [name, found] of Object.entries({ Alertmanager: ALERTMANAGER, Prometheus: PROMETHEUS }))
  if (!found) console.info(`skipped: there is no ${name} on the PATH to try the side doors with`)
const PATIENCE = { timeout: 120_000, interval: 100 }

/** A program that listens on a free port, with a configuration file of its own, until the test is over. */
async function started(program: string, config: object, args: (port: number, folder: string) => readonly string[]) {
  const [port, folder] = [await freePort(), temporaryFolder()]
  const file = join(folder, 'config.yml')
  writeFileSync(file, stringify(config))
  const child = spawn(program, [`--config.file=${file}`, ...args(port, folder)], { cwd: folder, stdio: 'ignore' })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await gone
  })
  const url = `http://127.0.0.1:${port}`
  await vi.waitUntil(
    () =>
      fetch(`${url}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    PATIENCE,
  )
  return url
}

const get = async (url: string): Promise<Body> => (await fetch(url)).json()

/** Alertmanager that hands everything to one alert source of the mock, at once. */
function alertmanager(program: string, { mock, source }: Awaited<ReturnType<typeof mockWithSource>>): Promise<string> {
  const filled = { 'http://127.0.0.1:4010': mock.url, SOURCE: source.id, TOKEN: source.token }
  const [config] = onThePage(filled)
  const route = { ...config.route, group_wait: '0s', group_interval: '1s' }
  return started(program, { ...config, route }, (port, folder) => [
    `--web.listen-address=127.0.0.1:${port}`,
    `--storage.path=${join(folder, 'data')}`,
    '--cluster.listen-address=',
  ])
}

async function mockWithSource() {
  const mock = await startedMock({ clock: 'real' })
  const owner = async (method: string, path: string, json?: object): Promise<Body> =>
    (await ask(mock, method, `/api/v1${path}`, { as: 'owner', ...(json && { json }) })).body
  const source = await owner('POST', '/oncall/alert-sources', { name: 'prometheus', serviceId: 'svc_checkout' })
  const incidents = async (status = '') => (await owner('GET', `/oncall/incidents${status}`)).incidents
  return { mock, owner, source, incidents }
}

test.skipIf(!ALERTMANAGER)(
  `ONC-18, ONC-19: a real Alertmanager opens and resolves an incident, until its source is revoked`,
  async () => {
    const oncall = await mockWithSource()
    const { owner, source, incidents } = oncall
    const url = await alertmanager(ALERTMANAGER ?? '', oncall)
    const post = (alerts: readonly object[]) =>
      fetch(`${url}/api/v2/alerts`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(alerts),
      })
    const alert = (instance: string, more: object = {}) => ({
      labels: { alertname: 'PaymentErrors', instance },
      annotations: { summary: 'Payments fail' },
      startsAt: new Date(Date.now() - 60_000).toISOString(),
      ...more,
    })
    const [one, two] = [alert('pay-1'), alert('pay-2')]
    expect((await post([one, two])).status).toBe(200)
    await vi.waitFor(
      async () =>
        expect(await incidents()).toMatchObject([{ title: 'Payments fail', status: 'open', firingAlerts: 2 }]),
      PATIENCE,
    )
    const over = { endsAt: new Date(Date.now() - 1000).toISOString() }
    await post([{ ...one, ...over }])
    await vi.waitFor(async () => expect(await incidents()).toMatchObject([{ firingAlerts: 1 }]), PATIENCE)
    await post([{ ...two, ...over }])
    await vi.waitFor(async () => expect(await incidents()).toEqual([]), PATIENCE)
    expect(await incidents('?status=resolved')).toMatchObject([{ title: 'Payments fail', status: 'resolved' }])

    await owner('DELETE', `/oncall/alert-sources/${source.id}`)
    await post([alert('pay-3')])
    // Alertmanager takes 401 for final and counts the notification as failed.
    await vi.waitFor(async () => {
      const metrics = await (await fetch(`${url}/metrics`)).text()
      expect(metrics).toMatch(/^alertmanager_notifications_failed_total\{integration="webhook".*\} [1-9]/m)
    }, PATIENCE)
    expect(await incidents()).toEqual([])
  },
)

test.skipIf(!PROMETHEUS || !ALERTMANAGER)(
  `UPT-08: a real Prometheus scrapes monitors, its alerts come back as incidents, and revoked it is refused`,
  async () => {
    const oncall = await mockWithSource()
    const { mock, owner, incidents } = oncall
    const monitor = await owner('POST', '/uptime/monitors', {
      name: 'Home "page"',
      kind: 'tcp',
      tcp: { host: 'shop.acme.example', port: 443 },
      intervalSeconds: 60,
      vantages: ['fra'],
    })
    const probe = (outcome: string) =>
      ask(mock, 'POST', '/_understudy/events/probe-result', { json: { monitorId: monitor.id, outcome, times: 3 } })
    expect(await probe('ok')).toMatchObject({ status: 200 })
    const { id, token } = await owner('POST', '/uptime/export-tokens', { name: 'prometheus' })
    const alerts = new URL(await alertmanager(ALERTMANAGER ?? '', oncall))

    const rules = [
      {
        alert: 'MonitorDown',
        expr: 'uptime_monitor_up == 0',
        annotations: { summary: '{{ $labels.name }} is down from {{ $labels.vantage }}' },
      },
    ]
    const rulesFile = join(temporaryFolder(), 'rules.yml')
    writeFileSync(rulesFile, stringify({ groups: [{ name: 'understudy', interval: '1s', rules }] }))
    const [, scraping] = onThePage({ '127.0.0.1:4010': new URL(mock.url).host, TOKEN: token })
    const config = {
      ...scraping,
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [rulesFile],
      alerting: { alertmanagers: [{ static_configs: [{ targets: [alerts.host] }] }] },
    }
    const url = await started(PROMETHEUS ?? '', config, (port, folder) => [
      `--web.listen-address=127.0.0.1:${port}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
    ])
    const target = async () => (await get(`${url}/api/v1/targets`)).data.activeTargets[0]
    const value = async () => (await get(`${url}/api/v1/query?query=uptime_monitor_up`)).data.result[0]
    await vi.waitFor(async () => expect(await target()).toMatchObject({ health: 'up', lastError: '' }), PATIENCE)
    await vi.waitFor(
      async () =>
        expect(await value()).toMatchObject({
          metric: { monitor: monitor.id, name: 'Home "page"', vantage: 'fra' },
          value: [expect.any(Number), '1'],
        }),
      PATIENCE,
    )

    await probe('fail')
    await vi.waitFor(
      async () => expect(await incidents()).toMatchObject([{ title: 'Home "page" is down from fra', status: 'open' }]),
      PATIENCE,
    )
    await probe('ok')
    await vi.waitFor(async () => expect(await incidents()).toEqual([]), PATIENCE)

    await owner('DELETE', `/uptime/export-tokens/${id}`)
    await vi.waitFor(
      async () => expect(await target()).toMatchObject({ health: 'down', lastError: expect.stringContaining('401') }),
      PATIENCE,
    )
  },
)
