/** The mock with the populated organization, in a process of its own. Prints where. */
import { createMock } from '../stateful-mock/create-mock.ts'

const mock = await createMock({ seed: 'acme' })
console.log(JSON.stringify({ url: mock.url }))
process.on('SIGTERM', () => void mock.close())
