import { control, got, type Schemas } from '../../client/control.ts'
import { StatusChip } from '../../parts/chip.tsx'
import { Empty, Shown } from '../../parts/loaded.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { attempt } from '../../parts/toast.tsx'
import { useLoaded } from '../../world/use-loaded.ts'
import { ArmForm } from './arm-form.tsx'
import { ForceForm } from './force-form.tsx'

type Fault = Schemas['Fault']

/** Failures on purpose: armed ones, and answers forced for one request. */
export function FaultsPage() {
  const loaded = useLoaded('faults', async () => (await got(control.GET('/_understudy/faults'))).faults)
  const clear = () =>
    attempt(async () => {
      await got(control.DELETE('/_understudy/faults'))
      loaded.again()
    }, 'Everything answers as usual again')
  return (
    <Page
      title="Faults"
      about="Make operations fail or linger, to see how a client takes it. The console itself is spared."
    >
      <div class="columns">
        <Panel title="Arm a fault">
          <ArmForm armed={loaded.again} />
        </Panel>
        <Panel title="Force one answer">
          <ForceForm />
        </Panel>
      </div>
      <Panel
        title="Armed"
        tools={
          <button type="button" class="button small" disabled={!loaded.data?.length} onClick={clear}>
            Disarm all
          </button>
        }
      >
        <Shown of={loaded}>
          {(faults) => (
            <Table
              label="Armed faults"
              rows={faults}
              keyOf={({ id }) => id}
              columns={[
                { title: 'Where', width: 'minmax(8rem, 1.2fr)', show: (one) => <strong>{whereWords(one)}</strong> },
                { title: 'What', width: 'minmax(9rem, 2fr)', show: (one) => effectWords(one) },
                { title: 'Struck', width: '6rem', right: true, show: ({ hits }) => <span class="number">{hits}</span> },
                {
                  title: 'Left',
                  width: '6rem',
                  right: true,
                  minor: true,
                  show: ({ remaining }) => <span class="number">{remaining ?? 'no end'}</span>,
                },
                {
                  title: 'Disarm',
                  width: '6rem',
                  show: ({ id }) => (
                    <button
                      type="button"
                      class="button small"
                      aria-label={`Disarm ${id}`}
                      onClick={() =>
                        attempt(async () => {
                          await got(control.DELETE('/_understudy/faults/{id}', { params: { path: { id } } }))
                          loaded.again()
                        }, 'Disarmed')
                      }
                    >
                      Disarm
                    </button>
                  ),
                },
              ]}
              empty={<Empty title="No fault is armed">Everything answers as it should. Arm one above.</Empty>}
            />
          )}
        </Shown>
      </Panel>
    </Page>
  )
}

const whereWords = ({ where }: Fault): string => where.operation ?? where.area ?? 'everything'

function effectWords(fault: Fault) {
  const { status, error, latency, drop, truncateAfterBytes, probability = 1, takesEffect } = fault
  const words = [
    ...(latency ? ['ms' in latency ? `waits ${latency.ms} ms` : `waits ${latency.minMs} to ${latency.maxMs} ms`] : []),
    ...(drop ? ['drops the connection'] : []),
    ...(truncateAfterBytes !== undefined ? [`cuts after ${truncateAfterBytes} bytes`] : []),
    ...(probability < 1 ? [`${Math.round(probability * 100)} % of the time`] : []),
    ...(takesEffect ? ['the work is done all the same'] : []),
  ]
  return (
    <>
      {status !== undefined && <StatusChip status={status} />} {error && `“${error}” `}
      {words.join(', ')}
    </>
  )
}
