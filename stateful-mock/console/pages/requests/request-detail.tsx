import { control, got, type Schemas } from '../../client/control.ts'
import { StatusChip } from '../../parts/chip.tsx'
import { JsonView } from '../../parts/json.tsx'
import { Shown } from '../../parts/loaded.tsx'
import { Tabs } from '../../parts/page.tsx'
import { changeQuery, hrefTo, route } from '../../session/route.ts'
import { shortInstant } from '../../values/instant.tsx'
import { Gaps, Rules } from '../../values/rules.tsx'
import { useLoaded } from '../../world/use-loaded.ts'

const TABS = ['Why', 'Request', 'Response', 'curl'] as const

/** One request: why it was answered so, and what went over the wire. */
export function RequestDetail({ id, close }: { id: number; close: () => void }) {
  const loaded = useLoaded(`request ${id}`, () =>
    got(control.GET('/_understudy/requests/{id}', { params: { path: { id } } })),
  )
  const tab = TABS.find((name) => name === route.value.query.tab) ?? 'Why'
  return (
    <aside class="detail" aria-label={`Request ${id}`}>
      <Shown of={loaded}>
        {(request) => (
          <>
            <header class="detail-head">
              <h2>
                <StatusChip status={request.status} /> {request.method} {request.operationId ?? ''}
              </h2>
              <button type="button" class="plain" aria-label="Close" onClick={close}>
                ×
              </button>
            </header>
            <p class="endpoint">
              <code>{request.path}</code>
            </p>
            <p class="quiet">
              {request.actor ?? 'anonymous'} at {shortInstant(request.at)}, {request.durationMs.toFixed(1)} ms
              {request.entry !== undefined && (
                <>
                  , <a href={hrefTo(['time'], { entry: String(request.entry) })}>entry {request.entry}</a> of the
                  journal
                </>
              )}
            </p>
            <Tabs
              label="Parts of the request"
              names={TABS}
              chosen={tab}
              choose={(next) => changeQuery({ tab: next })}
            />
            {tab === 'Why' && <WhyTab request={request} />}
            {tab === 'Request' && (
              <Wire headers={request.requestHeaders} body={request.requestBody} label="Request body" />
            )}
            {tab === 'Response' && (
              <Wire headers={request.responseHeaders} body={request.responseBody} label="Response body" />
            )}
            {tab === 'curl' && (
              <>
                <p class="quiet">Credentials are redacted; insert your own.</p>
                <JsonView value={request.curl ?? ''} label="curl" />
              </>
            )}
          </>
        )}
      </Shown>
    </aside>
  )
}

type Full = Schemas['LoggedRequest'] & { responseBody?: string }

function WhyTab({ request }: { request: Full }) {
  const refused = request.status >= 400
  const said = sentenceIn(request.responseBody)
  return (
    <section class="why">
      <h3>{refused ? `Why this was answered with ${request.status}` : 'Rules that applied'}</h3>
      {request.fault !== undefined && (
        <p class="said">
          A fault applied: <a href={hrefTo(['faults'])}>{request.fault}</a>.
        </p>
      )}
      {refused && said !== undefined && <p class="said">{said}</p>}
      <Rules ids={request.rules} lead={refused} />
      <h3>Gaps that influenced it</h3>
      <Gaps ids={request.gaps} />
    </section>
  )
}

function sentenceIn(body: string | undefined): string | undefined {
  try {
    const { error } = JSON.parse(body ?? '') as { error?: unknown }
    return typeof error === 'string' ? error : undefined
  } catch {
    return undefined
  }
}

function Wire({
  headers,
  body,
  label,
}: {
  headers: Readonly<Record<string, string>>
  body: string | undefined
  label: string
}) {
  return (
    <>
      <dl class="headers">
        {Object.entries(headers).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {body === undefined ? <p class="quiet">No body.</p> : <JsonView value={asJson(body)} label={label} />}
    </>
  )
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
