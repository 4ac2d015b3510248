import { useSignal } from '@preact/signals'
import { StatusChip } from '../parts/chip.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { JsonView } from '../parts/json.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Ago } from '../parts/time.tsx'
import { control, got, type Schemas } from '../state/control.ts'
import { hrefTo } from '../state/route.ts'
import { useLoaded } from '../state/use-loaded.ts'

type Attempt = Schemas['WebhookAttempt']

/** Everything that was sent to webhook endpoints, byte for byte. */
export function WebhooksPage() {
  const loaded = useLoaded('webhooks', async () =>
    (await got(control.GET('/_understudy/webhook-deliveries'))).attempts.toReversed(),
  )
  const opened = useSignal<Attempt | undefined>(undefined)
  return (
    <Page
      title="Webhooks"
      about="Each attempt with the body and headers as they were sent, the signature among them."
      tools={
        <a class="button" href={hrefTo(['areas', 'email', 'EmailDelivery'])}>
          Deliveries in the API
        </a>
      }
    >
      <Shown of={loaded}>
        {(attempts) => (
          <Table
            label="Webhook attempts"
            rows={attempts}
            keyOf={({ deliveryId, attempt }) => `${deliveryId} ${attempt}`}
            open={(one) => {
              opened.value = one
            }}
            columns={[
              {
                title: 'Came back',
                width: '7rem',
                show: ({ status, error }) =>
                  status === undefined ? (
                    <span class="bad-text">{error ?? 'nothing yet'}</span>
                  ) : (
                    <StatusChip status={status} />
                  ),
              },
              {
                title: 'Delivery',
                width: '6.5rem',
                show: ({ deliveryId, attempt }) => (
                  <span class="number">
                    {deliveryId}
                    <span class="quiet"> · {attempt}</span>
                  </span>
                ),
              },
              { title: 'To', width: 'minmax(9rem, 2fr)', show: ({ url }) => url },
              {
                title: 'Endpoint',
                width: 'minmax(7rem, 1fr)',
                minor: true,
                show: ({ endpointId }) => (
                  <a href={hrefTo(['things', 'EmailWebhook', endpointId])} onClick={(event) => event.stopPropagation()}>
                    {endpointId}
                  </a>
                ),
              },
              {
                title: 'How',
                width: '6rem',
                minor: true,
                show: ({ scripted }) => (scripted ? 'scripted' : 'really sent'),
              },
              { title: 'At', width: '6rem', minor: true, show: ({ at }) => <Ago at={at} /> },
            ]}
            empty={
              <Empty title="Nothing was sent yet">
                Deliveries go out when mail comes in or moves on.{' '}
                <a href={hrefTo(['areas', 'email', 'EmailWebhook'])}>See the endpoints</a>, or let{' '}
                <a href={hrefTo(['try', 'mailArrives'])}>mail arrive</a>.
              </Empty>
            }
          />
        )}
      </Shown>
      {opened.value && (
        <Dialog
          title={`Delivery ${opened.value.deliveryId}, attempt ${opened.value.attempt}`}
          close={() => {
            opened.value = undefined
          }}
          wide
        >
          <p class="quiet">{opened.value.url}</p>
          <h3>Headers</h3>
          <dl class="headers">
            {Object.entries(opened.value.headers).map(([name, value]) => (
              <div key={name} class={/signature/i.test(name) ? 'marked' : ''}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <h3>Body as sent</h3>
          <JsonView value={opened.value.body} label="Body" />
        </Dialog>
      )}
    </Page>
  )
}
