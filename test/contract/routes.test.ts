import { expect, test } from 'vitest'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { EMPTY_PROFILE } from '../../src/contract/profile.ts'

const { routes } = loadContract(source, EMPTY_PROFILE)
const MONITORS = '/api/v1/uptime/monitors'

test('a path that was asked for before still means one operation for each method', () => {
  for (let time = 0; time < 2; time++) {
    expect(routes.operation('GET', `${MONITORS}/one`)?.id).toBe('getMonitor')
    expect(routes.operation('PATCH', `${MONITORS}/one`)?.id).toBe('updateMonitor')
    expect(routes.operation('PUT', `${MONITORS}/one`)).toBeUndefined()
    expect(routes.operation('GET', `${MONITORS}/one/two/three`)).toBeUndefined()
  }
})

test('more paths than are remembered are all found', () => {
  const paths = Array.from({ length: 1_000 }, (_, count) => `${MONITORS}/${count}`)
  for (let time = 0; time < 2; time++)
    for (const path of paths) expect(routes.operation('DELETE', path)?.id).toBe('deleteMonitor')
})
