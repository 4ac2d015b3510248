import createClient from 'openapi-fetch'
import type { paths } from '../../../index.ts'
import { createMock, type RunningMock } from '../../../stateful-mock/create-mock.ts'
import { CALLERS } from '../callers.ts'
import { startPrism } from './prism.ts'
import type { Seen, Session } from './session.ts'
import { startWatch } from './watch-command.ts'

const ROUNDS = 12

/** Eight programs that use a typed client, all at once, half of them as another person. */
export const typedClients: Session = {
  name: 'eight typed clients (openapi-fetch) at once',
  run: () => onMock((mock, url) => atOnce(CALLERS, (number) => work(mock, url, number))),
}

/** The same through the validating proxy of another project. */
export const behindPrism: Session = {
  name: 'typed clients behind the proxy of Prism',
  run: () =>
    onMock(async (mock, url) => {
      const prism = await startPrism(url)
      try {
        await atOnce(2, (number) => work(mock, prism.url, number))
      } finally {
        prism.close()
      }
    }),
}

const atOnce = (count: number, use: (number: number) => Promise<void>): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, (_, number) => use(number)))

async function onMock(use: (mock: RunningMock, url: string) => Promise<unknown>): Promise<Seen> {
  const mock = await createMock({ seed: 'acme' })
  const watch = await startWatch(mock.url)
  try {
    await use(mock, watch.url)
    return await watch.end()
  } finally {
    await mock.close()
  }
}

/** A program that makes things, reads, changes and removes them, with a token of its own for a part of it. */
async function work(mock: RunningMock, baseUrl: string, number: number): Promise<void> {
  const { headers = {} } = mock.callers.find(({ name }) => name === (number % 2 === 0 ? 'owner' : 'admin')) ?? {}
  const api = createClient<paths>({ baseUrl, headers })
  const { data: catalog } = await api.GET('/api/v1/uptime/catalog')
  const vantages = (catalog?.vantages ?? []).filter(({ available }) => available).map(({ id }) => id)
  for (let round = 0; round < ROUNDS; round++) {
    const name = `program ${number} ${round}`
    const { data: service } = await api.POST('/api/v1/uptime/services', { body: { name } })
    const { data: monitor } = await api.POST('/api/v1/uptime/monitors', {
      body: {
        ...{ name, kind: 'http', intervalSeconds: 60, vantages, http: { url: 'https://example.com/' } },
        ...(service && { serviceId: service.id }),
      },
    })
    await Promise.all([
      api.GET('/api/v1/uptime/monitors'),
      api.GET('/api/v1/uptime/services'),
      api.GET('/api/v1/oncall/incidents'),
      api.GET('/api/v1/tokens'),
    ])
    const { data: token } = await api.POST('/api/v1/tokens', { body: { name } })
    const own = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token?.key}` } })
    const monitorPath = { params: { path: { id: monitor?.id ?? 'none' } } }
    const servicePath = { params: { path: { id: service?.id ?? 'none' } } }
    await own.GET('/api/v1/uptime/monitors')
    await own.PATCH('/api/v1/uptime/monitors/{id}', { ...monitorPath, body: { enabled: false } })
    await api.DELETE('/api/v1/uptime/services/{id}', servicePath)
    await api.DELETE('/api/v1/uptime/monitors/{id}', monitorPath)
    await api.DELETE('/api/v1/uptime/services/{id}', servicePath)
    await api.GET('/api/v1/uptime/monitors/{id}', monitorPath)
  }
}
