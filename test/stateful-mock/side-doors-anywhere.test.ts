import { expect, test } from 'vitest'
import { EMPTY_PROFILE } from '../../src/contract/profile.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'

test('a door beside the API can be bound to any path', async () => {
  const bindings = { getStatusPage: { path: '/status/{serviceId}' }, listOncallServices: { path: '/services' } }
  const mock = await createMock({ port: 0, seed: 'small', profile: { ...EMPTY_PROFILE, bindings } })
  const get = async (path: string) => {
    const answer = await mock.fetch(path, { headers: { authorization: 'Bearer owner' } })
    return { status: answer.status, body: (await answer.json()) as { services: { id: string }[] } }
  }
  const { status, body } = await get('/services')
  expect(status).toBe(200)
  const service = body.services[0]?.id
  expect(await get(`/status/${service}`)).toMatchObject({ status: 200, body: { serviceId: service } })
  expect((await get(`/api/v1/oncall/status-pages/${service}`)).status).toBe(404)
  await mock.close()
})
