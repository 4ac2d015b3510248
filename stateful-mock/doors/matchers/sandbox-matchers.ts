import type { OperationId, RequestBody } from '../../../src/model/request/operation-types.ts'
import type { TestSandbox } from '../sandbox/fresh-sandbox.ts'
import type { Page, SentWebhook } from '../steering/sandbox-log.ts'

/** A part of a value: every field may be left out, at every depth. */
export type Part<Value> = Value extends readonly (infer Item)[]
  ? readonly Part<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]?: Part<Value[Name]> }
    : Value

/** An expected request. Bodies and headers may have more than is given here. */
export interface ExpectedRequest<Id extends OperationId = OperationId> {
  readonly body?: Part<RequestBody<Id>>
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  /** Path with its query, as it was sent. */
  readonly path?: string
  /** Name of the caller. */
  readonly actor?: string
  /** Status of the response. */
  readonly status?: number
  /** The number of such requests there must be; at least one when left out. */
  readonly times?: number
}

export type ExpectedPage = Part<Page> & { readonly times?: number }
export type ExpectedWebhook = Part<SentWebhook> & { readonly times?: number }

/** Waiting for something that may still happen. */
export interface Waiting {
  /** The time to wait, in milliseconds. */
  readonly timeout?: number
}

/** The matchers for a sandbox. */
export interface SandboxMatchers {
  /** Expects that the API received a request to this operation. */
  toHaveReceived<Id extends OperationId>(
    operation: Id,
    expected?: ExpectedRequest<Id>,
    waiting?: Waiting,
  ): Promise<void>
  /** Expects that somebody on call was paged. */
  toHavePaged(expected?: ExpectedPage, waiting?: Waiting): Promise<void>
  /** Expects that a webhook was sent. */
  toHaveSentWebhook(expected?: ExpectedWebhook, waiting?: Waiting): Promise<void>
}

/** The same with `.not`, as `expect` of a sandbox returns it. */
export interface SandboxAssertion extends SandboxMatchers {
  readonly not: SandboxMatchers
}

/** `expect` of a test runner, for a sandbox and for everything else. */
export type ExpectWithSandbox<Expect> = ((sandbox: TestSandbox, message?: string) => SandboxAssertion) & Expect
