import { useSignal } from '@preact/signals'
import { contract, type Described } from '../../contract/contract.ts'
import type { Resource } from '../../contract/resources.ts'
import { OperationForm } from '../../forms/operation-form.tsx'
import { Dialog } from '../../parts/dialog.tsx'

/** Operations that make a thing of this kind, or change the only one. */
export function MakeButtons({ resource, values }: { resource: Resource; values: readonly string[] }) {
  const opened = useSignal<Described | undefined>(undefined)
  const last = resource.parents.at(-1)?.entity
  const offers = (contract.value?.operations ?? []).filter((one) => {
    const path = one.parameters.filter(({ in: place }) => place === 'path')
    return one.method !== 'GET' && one.entity === resource.entity && (path.length === 0 || path.at(-1)?.names === last)
  })
  const known = Object.fromEntries(resource.parents.map(({ entity }, index) => [entity, values[index] ?? '']))
  return (
    <>
      {offers.map((operation) => (
        <button
          key={operation.id}
          type="button"
          class={operation.does === 'create' ? 'button primary' : 'button'}
          onClick={() => {
            opened.value = operation
          }}
        >
          {operation.summary}
        </button>
      ))}
      {opened.value && (
        <Dialog
          title={opened.value.summary}
          close={() => {
            opened.value = undefined
          }}
        >
          <OperationForm
            operation={opened.value}
            known={known}
            done={() => {
              opened.value = undefined
            }}
          />
        </Dialog>
      )}
    </>
  )
}
