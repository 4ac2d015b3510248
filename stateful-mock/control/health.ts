import { type ControlHandler, done } from './handler.ts'

export const getHealth: ControlHandler = ({ version }) => done({ status: 'ok', version, sandboxes: 1 })
