import { describe, expect, test } from 'vitest'
import { responseFor } from '../../../src/contract/operations.ts'
import { responseValidator } from '../../../src/contract/schema/validators.ts'
import type { OperationId } from '../../../src/model/request/operation-types.ts'
import { acme } from '../../../src/model/seeds/acme/index.ts'
import { seedNamed } from '../../../src/model/seeds/seeds.ts'
import { contract } from '../support.ts'
import { asked, grown, places, queries } from './support.ts'

const wild = seedNamed('random:lists:300')
if (!wild) throw new Error('there is no random seed')

const reading = [...contract.operations.values(), ...contract.doors.values()].filter(
  ({ id, does }) => (does === 'list' || does === 'read') && id !== 'scrapeMetrics' && id !== 'getStatusPage',
)

describe.each([acme, wild])('$name', (seed) => {
  const world = grown(seed)
  const callers = [
    ['owner', 'acme'],
    ['outsider', 'globex'],
  ] as const

  test.each(reading)('$area: $id answers as described, whatever it is asked for', (operation) => {
    const id = operation.id as OperationId
    const mistakes: string[] = []
    let answered = 0
    for (const [credential, org] of callers)
      for (const parameters of places(world, operation, org).slice(0, 60))
        for (const query of queries(world, operation, parameters)) {
          const { status, body } = asked(world, id, credential, parameters, query)
          // What is there may still have been taken back, be on its way out or not be ready.
          if (status !== 200 && operation.does === 'read' && Object.keys(parameters).length > 0) continue
          answered += 1
          const response = responseFor(operation, status)
          const wrong = (response && responseValidator(response)?.(body)) ?? []
          mistakes.push(...wrong.map(({ message }) => `${JSON.stringify(parameters)}: ${message}`))
          if (status !== 200) mistakes.push(`${JSON.stringify(parameters)}: ${status} ${JSON.stringify(body)}`)
        }
    expect(mistakes).toEqual([])
    expect(answered).toBeGreaterThan(0)
  })
})
