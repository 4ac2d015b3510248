import type { Report } from '../../../src/conformance/report/report.ts'
import type { Profile } from '../../../src/contract/profile.ts'
import { environmentSecrets } from '../../../src/target/writing/profile-secrets.ts'
import { makeRedactor, type Secret } from '../../../src/target/writing/redactor.ts'
import { createMock, type MockOptions, type RunningMock } from '../../../stateful-mock/create-mock.ts'
import { UsageError } from '../../command-line/usage-error.ts'
import { contractWith } from '../../files/contract.ts'

/** The state of one client: the mock it started, and the last report. */
export class McpSession {
  #mock: RunningMock | undefined
  readonly #secrets: Secret[] = []
  report: Report | undefined

  /** In place of the one before. */
  async start(options: MockOptions): Promise<RunningMock> {
    await this.close()
    this.#mock = await createMock(options)
    return this.#mock
  }

  /** The profile in a file. No result shows its values from the environment from now on. */
  profileFrom(file: string): Profile {
    const { profile } = contractWith(file)
    this.#secrets.push(...environmentSecrets(profile))
    return profile
  }

  /** A result without the values of profiles that come from the environment. */
  redacted(text: string): string {
    return makeRedactor(this.#secrets).secrets(text)
  }

  get mock(): RunningMock {
    if (!this.#mock) throw new UsageError('No mock is running. Call start_mock first.')
    return this.#mock
  }

  /** A request to the mock's control interface, answered with what it says; a refusal is an error. */
  async control(method: string, path: string, body?: unknown, sandbox?: string): Promise<unknown> {
    const answer = await this.mock.fetch(path, {
      method,
      headers: { 'content-type': 'application/json', ...inSandbox(sandbox) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new UsageError(`${method} ${path} was refused with ${answer.status}: ${text}`)
    return text === '' ? { status: answer.status } : JSON.parse(text)
  }

  /** Stops everything that belongs to the session. */
  async close(): Promise<void> {
    await this.#mock?.close()
    this.#mock = undefined
  }
}

export const inSandbox = (sandbox: string | undefined): Record<string, string> =>
  sandbox === undefined ? {} : { 'x-understudy-sandbox': sandbox }
