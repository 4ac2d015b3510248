import { version } from './bin/command-line/version.ts'
import { verify as judge, type Verification, type VerifyOptions } from './src/conformance/verify.ts'

export type { Report, ReportedFailure } from './src/conformance/report/report.ts'
export type { Verification, VerifyOptions } from './src/conformance/verify.ts'
/** What `import ... from 'understudy-api'` offers: the contract as typed values, the mock and the judge in process. */
export * from './src/index.ts'
export { Unusable } from './src/target/opening/unusable.ts'
export {
  createMock,
  type MockCaller,
  type MockOptions,
  type RunningMock,
  type SandboxHandle,
} from './stateful-mock/create-mock.ts'
export type { Exchange } from './stateful-mock/server/exchange-log.ts'

/** Judges a target and says what it came to. */
export const verify = (options: VerifyOptions): Promise<Verification> => judge({ version: version(), ...options })
