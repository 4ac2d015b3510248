import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { found, type Item } from './found.ts'
import { knownItems, loadServerItems, loadThingItems } from './items.ts'

/** Leads to everything: things by name or id, pages, operations, outside events, scenarios. */
export function Palette({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const text = useSignal('')
  const cursor = useSignal(0)
  const items = useItems()
  const shown = found(items, text.value)
  useEffect(() => dialog.current?.showModal(), [])
  const choose = (item: Item | undefined) => {
    if (!item) return
    dialog.current?.close()
    if (item.href !== undefined) location.hash = item.href
    item.run?.()
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') choose(shown[cursor.value])
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step !== undefined) cursor.value = Math.max(0, Math.min(shown.length - 1, cursor.value + step))
    document.getElementById(`found-${cursor.value}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <dialog ref={dialog} class="palette" aria-label="Find anything" onClose={close}>
      <input
        type="text"
        role="combobox"
        aria-label="Find anything"
        aria-expanded="true"
        aria-controls="palette-found"
        aria-activedescendant={shown.length > 0 ? `found-${cursor.value}` : undefined}
        placeholder="Find a page, resource or operation"
        autocomplete="off"
        spellcheck={false}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value
          cursor.value = 0
        }}
        onKeyDown={press}
      />
      <div class="found" id="palette-found" role="listbox" aria-label="Results">
        {shown.map((item, index) => (
          <Line
            key={`${item.kind} ${item.href ?? item.title}`}
            item={item}
            index={index}
            cursor={cursor.value}
            choose={choose}
          />
        ))}
      </div>
      {shown.length === 0 && <p class="quiet palette-none">No match.</p>}
    </dialog>
  )
}

function Line({
  item,
  index,
  cursor,
  choose,
}: {
  item: Item
  index: number
  cursor: number
  choose: (item: Item) => void
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input above hears the keys
    <div id={`found-${index}`} role="option" aria-selected={index === cursor} onClick={() => choose(item)}>
      <span class="found-title">{item.title}</span>
      <span class="quiet found-note">{item.note}</span>
      <span class="quiet found-kind">{item.kind}</span>
    </div>
  )
}

/** The items known at once, then those from the mock. */
function useItems(): readonly Item[] {
  const items = useSignal(knownItems())
  useEffect(() => {
    const add = (more: readonly Item[]) => {
      items.value = [...more, ...items.peek()]
    }
    void loadThingItems().then(add, () => {})
    void loadServerItems().then(add, () => {})
  }, [])
  return items.value
}
