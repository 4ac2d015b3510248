import { expect, test } from 'understudy-api/playwright'

// Whoever looks at the page; its requests carry that actor's credential.
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

test('acknowledging changes the incident for everybody', async ({ page, actor }) => {
  await page.goto('/')
  const incident = page.getByRole('row', { name: 'Error rate above 2 %' })
  await incident.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(incident).toContainText('acknowledged')

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
