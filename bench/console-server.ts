/** The mock in a process of its own, with a world of the seed that is named. Prints where. */
import { createMock } from '../stateful-mock/create-mock.ts'

const mock = await createMock({ seed: process.argv[2] ?? 'acme' })
console.log(JSON.stringify({ url: mock.url }))
process.on('SIGTERM', () => void mock.close())
