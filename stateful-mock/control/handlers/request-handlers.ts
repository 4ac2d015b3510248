import { fullRequestView, requestView } from '../../views/request-view.ts'
import { type ControlHandler, done } from './control-handler.ts'

/** As the description says. */
const USUAL_LIMIT = 100

export const listRequests: ControlHandler = (sandbox, { query }) => {
  const { before, limit = USUAL_LIMIT, operation, status } = query as Partial<Record<string, number | string>>
  const fitting = sandbox.requestLog
    .newestFirst(before === undefined ? undefined : Number(before))
    .filter(({ answer }) => operation === undefined || answer.why.operation === operation)
    .filter(({ answer }) => status === undefined || answer.status === status)
  return done({ requests: [...fitting.take(Number(limit))].map((logged) => requestView(sandbox, logged)) })
}

export const getRequest: ControlHandler = (sandbox, { parameters: { id = '' } }) => {
  const logged = sandbox.requestLog.get(Number(id))
  return logged
    ? done(fullRequestView(sandbox, logged))
    : { status: 404, error: `there is no request ${id} in the log` }
}

export const clearRequests: ControlHandler = (sandbox) => {
  sandbox.requestLog.clear()
  return { status: 204 }
}
