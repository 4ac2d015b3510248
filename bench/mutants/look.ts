/**
 * Judges one mutant and prints what came of it as a line of JSON. A process of its own for each: a mutant may change
 * what is worked out once, when a module is loaded. With no mutant named, the model as it is, and whose places are passed.
 */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { judgeMock } from '../eyesight/judge-mock.ts'
import { asPrinted, worst } from '../eyesight/table.ts'
import { activate, notePlaces } from './mutant.ts'

enableCompileCache()
const [folder = '', id = '', area = '', seed = '11', maxRequests = '5000', driver = 'driver', gaps = '{}'] =
  process.argv.slice(2)
const passed = id === '' ? notePlaces() : undefined
if (id !== '') activate(id)
const { makeNodeMock } = await import(join(folder, 'stateful-mock/node/node-mock.ts'))
const { answerRequest } = await import(join(folder, 'stateful-mock/server/answer-request.ts'))
const { failures, found, requests, coverage } = await judgeMock({
  areas: [area],
  seed: Number(seed),
  maxRequests: Number(maxRequests),
  bail: true,
  driver: driver === 'driver',
  gaps: JSON.parse(gaps),
  other: { makeNodeMock, answerRequest },
})
const first = worst(failures)
console.log(
  JSON.stringify({
    caught: first !== undefined,
    severity: first?.finding.severity,
    message: first && asPrinted(first),
    found,
    requests,
    ...(passed && { passed: passed() }),
    observed: [...coverage.observations].flatMap(([gap, seen]) => [...seen.keys()].map((value) => `${gap} = ${value}`)),
  }),
)
process.exit(0)
