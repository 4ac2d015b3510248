import { expect, test } from 'understudy-api/playwright'

// The user of the page; its requests have that actor's credential.
test.use({ pageActor: 'member' })

test('an alert shows on the page, and the next shift takes over', async ({ page, events, clock }) => {
  await page.goto('/')
  const incident = page.getByRole('row', { name: 'Error rate above 2 %' })
  await expect(incident).toContainText('open3')
  await expect(page.getByText('Primary: Gus')).toBeVisible()

  await events.alertFires({ serviceId: 'svc_checkout', alert: 'CardDeclined', title: 'Cards are declined' })
  await expect(incident).toContainText('open4')

  await clock.advance('P1D')
  await expect(page.getByText('Primary: Cy')).toBeVisible()
})

test('acknowledging changes the incident for everybody', async ({ page, sandbox, actor }) => {
  await page.goto('/')
  const incident = page.getByRole('row', { name: 'Error rate above 2 %' })
  await incident.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(incident).toContainText('acknowledged')
  await expect(sandbox).toHaveReceived('acknowledgeIncident', { actor: 'member', status: 200, times: 1 })

  const response = await actor('owner').fetch('/api/v1/oncall/incidents?status=acknowledged')
  const { incidents } = await response.json()
  expect(incidents.map(({ title }: { title: string }) => title)).toContain('Error rate above 2 %')
})

test('the page says so when the API is away, and comes back', async ({ page, faults }) => {
  await page.goto('/')
  await expect(page.getByRole('row')).toHaveCount(7)
  await faults.arm({ where: { operation: 'listIncidents' }, drop: true })
  await expect(page.getByRole('alert')).toHaveText('The API cannot be reached.')
  await faults.clear()
  await expect(page.getByRole('alert')).toBeHidden()
})

test.describe('at the time of the world', () => {
  test.use({ pageClock: 'world' })

  test('a page that is open notices that time passes, and that it is taken back', async ({ page, sandbox }) => {
    await page.goto('/')
    const date = () => page.evaluate(() => new Date().toISOString())
    expect(await date()).toBe('2026-03-05T09:00:00.000Z')
    await page.evaluate(() => setTimeout(() => document.body.append('An hour is over'), 3_600_000))
    await sandbox.advance('P60D')
    expect(await date()).toBe('2026-05-04T09:00:00.000Z')
    await expect(page.getByText('An hour is over')).toBeVisible()
    await sandbox.undo()
    expect(await date()).toBe('2026-03-05T09:00:00.000Z')
    await sandbox.clock.set('2026-03-06T09:00:00Z')
    await expect.poll(date).toMatch(/^2026-03-06T09:00:0[1-9]/)
  })
})

test.describe('with an API that is somewhere else', () => {
  test.use({ from: { seed: 'small' } })

  test('the page asks the sandbox itself', async ({ page, sandbox, events }) => {
    await page.goto(`/?api=${encodeURIComponent(sandbox.url)}`)
    await expect(page.getByRole('alert')).toHaveText('The API refuses to answer.')
    await page.setExtraHTTPHeaders(sandbox.actor('member').headers)
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(page.getByRole('row')).toHaveCount(1)
    await events.alertFires({ serviceId: 'svc_search', alert: 'Stale', title: 'The index is stale' })
    await expect(page.getByRole('row', { name: 'The index is stale' })).toContainText('open1')
  })
})

test('the worlds of the tests before are gone', async ({ mock, sandbox }) => {
  const response = await mock.fetch('/_understudy/sandboxes')
  const { sandboxes } = await response.json()
  expect(sandboxes.map(({ name }: { name: string }) => name)).toEqual(['default', sandbox.name])
})
