import { isObject } from '../../contract/json.ts'
import { type Remembering, withMemory } from './memories.ts'
import type { Shadow } from './shadow.ts'

/** Whether the credential that was used last was accepted; undefined as long as none was. */
export const lastDoor: Remembering<boolean | undefined> = { start: undefined }

/** The shadow that knows whether a report says that a credential was accepted. */
export const rememberDoor = (shadow: Shadow, report: unknown): Shadow =>
  isObject(report) && typeof report.accepted === 'boolean' ? withMemory(shadow, lastDoor, report.accepted) : shadow
