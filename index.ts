/** What `import ... from 'understudy'` offers: the contract as typed values, and the mock in process. */
export * from './src/index.ts'
export { createMock, type MockCaller, type MockOptions, type RunningMock } from './stateful-mock/create-mock.ts'
export type { Exchange } from './stateful-mock/exchange.ts'
