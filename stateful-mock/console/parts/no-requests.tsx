import { hrefTo } from '../session/route.ts'
import { apiAddress } from '../session/session.ts'
import { mockIsInPage } from '../session/transport.ts'
import { Empty } from './loaded.tsx'

/** The empty state of the request log: ways to send the first one. */
export const NoRequests = () => (
  <Empty title="No requests yet">
    {mockIsInPage() ? (
      <a href={hrefTo(['try'])}>Try an operation</a>
    ) : (
      <>
        Point a client at <code>{apiAddress.value}</code>, or <a href={hrefTo(['try'])}>try an operation</a>
      </>
    )}
    .
  </Empty>
)
