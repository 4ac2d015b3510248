import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMock } from '../../../stateful-mock/create-mock.ts'
import { NINE } from '../../stateful-mock/support.ts'
import { startChromium } from '../../support/chromium.ts'
import { understudy } from '../../support/command.ts'
import { FULL } from '../../support/judged-candidate.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Imports a file and replays what comes of it on a mock; what was said and written. */
async function imported(content: unknown, ...options: string[]) {
  const folder = temporaryFolder()
  const [file, written] = [join(folder, 'in.json'), join(folder, 'out.arazzo.yaml')]
  writeFileSync(file, JSON.stringify(content))
  const { code, out, err } = await understudy('scenario', 'import', file, '--write', written, ...options)
  return { code, err, out: out.replaceAll(folder, ''), text: code === 0 ? readFileSync(written, 'utf8') : '' }
}

const headers = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => ({ name, value }))

const entry = (method: string, url: string, status: number, sent?: unknown, answer?: unknown) => ({
  startedDateTime: '2026-11-15T12:00:00.000Z',
  request: {
    method,
    url: `https://ops.acme.example/base${url}`,
    headers: headers({ ':authority': 'ops.acme.example', Authorization: 'Bearer a-real-secret-4711' }),
    ...(sent !== undefined && { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
  },
  response: {
    status,
    headers: headers({ 'Content-Type': 'application/json' }),
    content: answer === undefined ? {} : { text: btoa(JSON.stringify(answer)), encoding: 'base64' },
  },
})

test('a HAR file becomes a scenario: no credential, what was there is made first, what is unknown is listed', async () => {
  const service = { id: 'ups_81', name: 'shop' }
  const entries = [
    entry('GET', '/api/v1/uptime/services', 200, undefined, { services: [{ id: 'ups_17', name: 'old' }] }),
    entry('PATCH', '/api/v1/uptime/services/ups_17', 200, { name: 'new' }, { id: 'ups_17', name: 'new' }),
    entry('POST', '/api/v1/uptime/services', 201, { name: 'shop' }, service),
    entry('DELETE', '/api/v1/uptime/services/ups_81', 204),
    entry('GET', '/api/v1/uptime/services/ups_81/history', 404),
    entry('GET', '/assets/app.js', 200),
    entry('GET', '/assets/app.js?again', 200),
  ]
  const { code, err, out, text } = await imported({ log: { version: '1.2', entries } })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toBe(`5 steps written to /out.arazzo.yaml
3 requests are not part of the API and left out:
  GET /api/v1/uptime/services/ups_81/history
  GET /base/assets/app.js (2 times)
It depends on the target it was recorded on:
  requests without a known credential are made as owner
passed on the built-in mock
`)
  expect(text).not.toMatch(/a-real-secret|ups_17|ups_81/)
  expect(text).toContain('$steps.createUptimeService.outputs.id')
})

const item = (name: string, method: string, path: string, more: object = {}) => ({
  name,
  request: { method, url: { raw: `{{baseUrl}}${path}` }, header: [], ...more },
})

const COLLECTION = {
  info: { name: 'On-call', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{ownerToken}}', type: 'string' }] },
  variable: [{ key: 'service', value: 'svc_9' }],
  item: [
    {
      name: 'Incidents',
      item: [
        {
          ...item('open', 'POST', '/oncall/incidents', {
            body: { mode: 'raw', raw: '{"serviceId":"{{service}}","title":"slow"}' },
          }),
          event: [
            { listen: 'test', script: { exec: ['pm.collectionVariables.set("incidentId", pm.response.json().id);'] } },
          ],
        },
        {
          ...item('take', 'POST', '/oncall/incidents/{{incidentId}}/acknowledge'),
          auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{member_token}}' }] },
        },
        {
          ...item('unknown', 'GET', '/oncall/incidents/nope'),
          response: [{ name: 'not there', code: 404, body: '{"error":"unknown"}', header: [] }],
        },
      ],
    },
    {
      name: 'one monitor',
      request: { method: 'GET', url: { raw: '{{baseUrl}}/uptime/monitors/:id', variable: [{ key: 'id', value: '' }] } },
    },
    item('weather', 'GET', '/weather'),
  ],
}

test('a Postman collection becomes a scenario: variables link requests, folders and their auth count', async () => {
  const { code, err, out, text } = await imported(COLLECTION)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toBe(`6 steps written to /out.arazzo.yaml
1 request is not part of the API and left out:
  GET /weather
passed on the built-in mock
`)
  expect(text.match(/stepId: \w+/g)).toEqual([
    'stepId: openIncident',
    'stepId: acknowledgeIncident',
    'stepId: getIncident',
    'stepId: getUptimeCatalog',
    'stepId: createMonitor',
    'stepId: getMonitor',
  ])
  expect(text).toContain('value: $steps.openIncident.outputs.id')
  expect(text).toContain('Bearer {$inputs.member}')
  expect(text).not.toMatch(/\{\{|svc_9/)
})

test('what cannot be imported is told in a sentence', async () => {
  expect(await imported({ swagger: '2.0' })).toMatchObject({
    code: 2,
    err: expect.stringContaining('is neither a HAR file nor a Postman collection of version 2.'),
  })
  expect(await imported({ log: { entries: [{}] } })).toMatchObject({
    code: 2,
    err: expect.stringContaining('cannot be imported: the request of entry 0 has no method or no url.'),
  })
  const page = entry('GET', '/index.html', 200)
  expect(await imported({ log: { entries: [page] } })).toMatchObject({
    code: 2,
    out: '1 request is not part of the API and left out:\n  GET /base/index.html\n',
    err: expect.stringContaining('No request called an operation of the API, so'),
  })
})

test.runIf(FULL)('a session with the console in a browser is imported from its HAR and replays', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'session.har')
  const mock = await createMock({ seed: 'acme', clock: { frozenAt: NINE } })
  const browser = await startChromium()
  onTestFinished(async () => {
    await browser.close()
    await mock.close()
  })
  const context = await browser.newContext({ recordHar: { path, content: 'embed', mode: 'full' } })
  const page = await context.newPage()
  await page.goto(`${mock.url}/#/try/alertFires`)
  await page.getByRole('combobox', { name: /^Service/ }).fill('svc_website')
  await page.getByLabel('Alert', { exact: false }).first().fill('CertificateExpires')
  await page.getByText('Would be accepted').waitFor()
  await page.getByRole('button', { name: 'Trigger it' }).click()
  const answer = JSON.parse((await page.getByRole('region', { name: 'Response' }).textContent()) ?? '')
  await page.goto(`${mock.url}/#/things/OncallIncident/${answer.incidentId}`)
  await page.getByRole('button', { name: 'Acknowledge incident' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await heading.filter({ hasText: 'acknowledged' }).waitFor()
  await page.getByRole('button', { name: 'Resolve incident' }).click()
  await heading.filter({ hasText: 'resolved' }).waitFor()
  await context.close()
  const written = join(folder, 'session.arazzo.yaml')
  const { code, out } = await understudy('scenario', 'import', path, '--write', written)
  expect(out).toContain('passed on the built-in mock')
  expect(code).toBe(0)
  const text = readFileSync(written, 'utf8')
  expect(text.match(/stepId: \w+/g)).toEqual([
    'stepId: alertFires',
    'stepId: acknowledgeIncident',
    'stepId: resolveIncident',
  ])
  expect(text).not.toContain(answer.incidentId)
  expect(await understudy('replay', written)).toMatchObject({ code: 0 })
})
