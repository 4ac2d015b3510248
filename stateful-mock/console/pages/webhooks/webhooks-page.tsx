import { control, got, type Schemas } from '../../client/control.ts'
import { StatusChip } from '../../parts/chip.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Filters, Search } from '../../parts/filters.tsx'
import { JsonView } from '../../parts/json.tsx'
import { Empty, Shown } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { hrefTo, pushQuery, route } from '../../session/route.ts'
import { Ago } from '../../values/instant.tsx'
import { useLoaded } from '../../world/use-loaded.ts'

type Attempt = Schemas['WebhookAttempt']

/** Maximum number that is shown, the latest ones. */
const MOST = 500

/** Everything that was sent to webhook endpoints, byte for byte. */
export function WebhooksPage() {
  const loaded = useLoaded('webhooks', async () =>
    (
      await got(control.GET('/_understudy/webhook-deliveries', { params: { query: { limit: MOST } } }))
    ).attempts.toReversed(),
  )
  const open = (one: Attempt | undefined) => pushQuery({ attempt: one && keyOf(one) })
  const opened = loaded.data?.find((one) => keyOf(one) === route.value.query.attempt)
  return (
    <Page
      title="Webhooks"
      about="Each attempt with the body and headers as they were sent, including the signature."
      tools={
        <a class="button" href={hrefTo(['areas', 'email', 'EmailDelivery'])}>
          Deliveries in the API
        </a>
      }
    >
      <Shown of={loaded}>
        {(attempts) => {
          const shown = attempts.filter(fits)
          return (
            <>
              <Filters count={`${shown.length} shown${attempts.length === MOST ? ` of the latest ${MOST}` : ''}`}>
                <Search label="Find in attempts" placeholder="Find by URL, endpoint or body" />
              </Filters>
              <Table
                label="Webhook attempts"
                rows={shown}
                keyOf={keyOf}
                open={open}
                columns={COLUMNS}
                empty={
                  attempts.length === 0 ? <NothingSent /> : <Empty title="No attempt matches">Clear the search.</Empty>
                }
              />
            </>
          )
        }}
      </Shown>
      {opened && <AttemptDialog attempt={opened} close={() => open(undefined)} />}
    </Page>
  )
}

const keyOf = ({ deliveryId, attempt }: Attempt): string => `${deliveryId} ${attempt}`

function fits({ deliveryId, endpointId, url, body }: Attempt): boolean {
  const find = (route.value.query.find ?? '').toLowerCase()
  return `${deliveryId} ${endpointId} ${url} ${body}`.toLowerCase().includes(find)
}

const COLUMNS: readonly Column<Attempt>[] = [
  {
    title: 'Response',
    width: '7rem',
    show: ({ status, error }) =>
      status !== undefined ? (
        <StatusChip status={status} />
      ) : error === undefined ? (
        <span class="quiet">pending</span>
      ) : (
        <span class="bad-text">{error}</span>
      ),
  },
  {
    title: 'Delivery',
    width: '5.5rem',
    show: ({ deliveryId }) => <span class="number">{deliveryId}</span>,
  },
  {
    title: 'Attempt',
    width: '4.5rem',
    right: true,
    minor: true,
    show: ({ attempt }) => <span class="number">{attempt}</span>,
  },
  { title: 'To', width: 'minmax(9rem, 2fr)', show: ({ url }) => <span class="two-lines">{url}</span> },
  {
    title: 'Endpoint',
    width: 'minmax(7rem, 1fr)',
    minor: true,
    spare: true,
    show: ({ endpointId }) => (
      <a href={hrefTo(['things', 'EmailWebhook', endpointId])} onClick={(event) => event.stopPropagation()}>
        {endpointId}
      </a>
    ),
  },
  { title: 'How', width: '6rem', minor: true, show: ({ scripted }) => (scripted ? 'scripted' : 'sent') },
  { title: 'At', width: '6rem', minor: true, show: ({ at }) => <Ago at={at} /> },
]

const NothingSent = () => (
  <Empty title="Nothing was sent yet">
    Deliveries are sent when a message arrives or changes state.{' '}
    <a href={hrefTo(['areas', 'email', 'EmailWebhook'])}>See the endpoints</a>, or{' '}
    <a href={hrefTo(['try', 'mailArrives'])}>receive a message</a>.
  </Empty>
)

function AttemptDialog({ attempt, close }: { attempt: Attempt; close: () => void }) {
  return (
    <Dialog title={`Delivery ${attempt.deliveryId}, attempt ${attempt.attempt}`} close={close} wide>
      <p class="quiet">{attempt.url}</p>
      <h3>Headers</h3>
      <dl class="headers">
        {Object.entries(attempt.headers).map(([name, value]) => (
          <div key={name} class={/signature/i.test(name) ? 'marked' : ''}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>Body as sent</h3>
      <JsonView value={attempt.body} label="Body" />
    </Dialog>
  )
}
