import { type ControlHandler, done } from './control-handler.ts'

export const getHealth: ControlHandler = ({ mock: { version, sandboxes, storageFailure } }) =>
  done({
    status: 'ok',
    version,
    sandboxes: sandboxes.size,
    ...(storageFailure !== undefined && { storageFailure }),
  })
