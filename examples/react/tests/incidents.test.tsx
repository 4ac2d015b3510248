import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import type { ClientOptions } from 'openapi-fetch'
import { expect, test } from 'understudy-api/vitest'
import { afterEach } from 'vitest'
import { apiClient, Incidents } from '../src/incidents.tsx'

/** Long enough for a busy machine. */
const PATIENCE_MS = 10_000

configure({ asyncUtilTimeout: PATIENCE_MS })
afterEach(cleanup)

function show(caller: ClientOptions) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <Incidents api={apiClient(caller)} />
    </QueryClientProvider>,
  )
}

test('acknowledging takes an incident off the list', async ({ sandbox }) => {
  show(sandbox.actor('member'))
  fireEvent.click(await screen.findByRole('button', { name: 'Acknowledge Error rate above 2 %' }))
  await expect.poll(() => screen.queryByText(/Error rate above 2 %/), { timeout: PATIENCE_MS }).toBeNull()
  await expect(sandbox).toHaveReceived('acknowledgeIncident', { actor: 'member', status: 200, times: 1 })
})

test('an alert that fires is counted', async ({ sandbox }) => {
  await sandbox.events.alertFires({ serviceId: 'svc_checkout', alert: 'CardDeclined' })
  show(sandbox.actor('member'))
  expect(await screen.findByText(/Error rate above 2 % \(4 alerts\)/)).toBeTruthy()
})

test('an error of the API is shown', async ({ actor, faults }) => {
  await faults.arm({ where: { operation: 'listIncidents' }, status: 503, error: 'On-call is down for maintenance' })
  show(actor('member'))
  expect((await screen.findByRole('alert')).textContent).toBe('On-call is down for maintenance')
})
