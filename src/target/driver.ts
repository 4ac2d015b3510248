import { isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isObject } from '../contract/json.ts'
import type { Operation } from '../contract/operations.ts'
import type { DriverProfile } from '../contract/profile.ts'
import { type Client, makeClient } from './client.ts'
import type { Sent } from './exchange.ts'
import { type Stopping, UNSTOPPED, within } from './stopping.ts'

/** A way to cause outside events on a target: one function per event it can cause. */
export interface Driver {
  can(event: string): boolean
  cause(event: string, body: unknown): Promise<unknown>
}

/** The target says that an event cannot happen as things are. Modules throw any error that has such a status. */
export class EventRefused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'EventRefused'
    this.status = status
  }
}

export const NO_DRIVER: Driver = {
  can: () => false,
  cause: async (event) => {
    throw new Error(`there is no driver to trigger ${event}`)
  },
}

type DriverModule = {
  readonly default?: (target: { url: string }) => Readonly<Record<string, (body: unknown) => Promise<unknown>>>
}

export interface DriverPlace {
  /** Of the target. */
  readonly url: string
  /** The folder that the module's path is relative to: that of the profile. */
  readonly folder: string
  readonly stopping?: Stopping
}

export async function loadDriver(
  profile: DriverProfile | undefined,
  place: DriverPlace,
  operations: ReadonlyMap<string, Operation>,
): Promise<Driver> {
  if (!profile) return NO_DRIVER
  if ('module' in profile) return moduleDriver(profile.module, place)
  return controlDriver(profile.url, operations, patientClient(profile.url, place.stopping))
}

async function moduleDriver(path: string, { url, folder, stopping = UNSTOPPED }: DriverPlace): Promise<Driver> {
  const file = isAbsolute(path) ? path : resolve(folder, path)
  const loading: Promise<DriverModule> = import(pathToFileURL(file).href)
  const module = await within(loading, LOADING_MS, stopping)
  if (typeof module.default !== 'function') throw new Error(`${path} has no default export that makes a driver`)
  const events = module.default({ url })
  return {
    can: (event) => typeof events[event] === 'function',
    cause: (event, body) => within(caused(events[event], body), PATIENCE_MS, stopping),
  }
}

const caused = async (event: ((body: unknown) => Promise<unknown>) | undefined, body: unknown) => event?.(body)

/** Moving a clock far ahead takes a while. */
const PATIENCE_MS = 300_000
const LOADING_MS = 10_000

/** A client for somebody who may take long to cause something. */
export const patientClient = (url: string, stopping: Stopping = UNSTOPPED): Client =>
  makeClient(url, { timeoutMs: PATIENCE_MS, stopping })

/** A server that speaks the control description. What it has not built it answers with 501; such an event cannot be caused. */
export function controlDriver(
  base: string,
  operations: ReadonlyMap<string, Operation>,
  client: Client = patientClient(base),
): Driver {
  const unbuilt = new Set<string>()
  return {
    can: (event) => operations.has(event) && !unbuilt.has(event),
    async cause(event, body) {
      const operation = operations.get(event)
      if (!operation) throw new Error(`the control description has no ${event}`)
      const exchange = await client.send(controlCall(operation, body))
      if (!exchange.answered) throw new Error(`the driver did not respond to ${event}: ${exchange.problem}`)
      const { status, text, json } = exchange.received
      if (status === 501) unbuilt.add(event)
      if (status < 200 || status >= 300)
        throw new EventRefused(status, `the driver answered ${status} to ${event}: ${errorIn(json) ?? text}`)
      if (json === undefined && text !== '') throw new Error(`the driver did not respond with JSON to ${event}`)
      return json
    },
  }
}

const errorIn = (json: unknown): string | undefined =>
  isObject(json) && typeof json.error === 'string' ? json.error : undefined

function controlCall({ method, path }: Operation, body: unknown): Sent {
  if (method === 'GET')
    return {
      method,
      path: `${path}?${new URLSearchParams(body as Record<string, string>)}`,
      headers: {},
      body: undefined,
    }
  return { method, path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
