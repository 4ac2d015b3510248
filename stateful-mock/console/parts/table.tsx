import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

export interface Column<Row> {
  readonly title: string
  readonly show: (row: Row) => ComponentChildren
  /** A grid track: `minmax(8rem, 2fr)`. */
  readonly width?: string
  readonly right?: boolean
  /** Only for those who listen. */
  readonly unseen?: boolean
  /** Left out where the screen is narrow. */
  readonly minor?: boolean
  /** Left out where the screen is not wide. */
  readonly spare?: boolean
}

interface TableProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row, index: number) => string | number
  readonly open?: (row: Row, event: MouseEvent | KeyboardEvent) => void
  readonly selected?: (row: Row) => boolean
  readonly empty: ComponentChildren
  /** As high as its rows, up to this many. */
  readonly most?: number
}

const ROW = 36
const BEYOND = 8

/** A table that draws only the rows in sight, so that thousands cost what a screenful does. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, columns, keyOf, open, selected, empty, most = 18 } = props
  const box = useRef<HTMLDivElement>(null)
  const top = useSignal(0)
  const height = useHeight(box, ROW * most, rows.length > 0)
  const cursor = useSignal(-1)
  if (rows.length === 0) return <>{empty}</>
  const first = Math.max(0, Math.floor(top.value / ROW) - BEYOND)
  const last = Math.min(rows.length, Math.ceil((top.value + height) / ROW) + BEYOND)
  const press = (event: KeyboardEvent) => {
    const row = rows[cursor.value]
    if (event.key === 'Enter' && row && open) return open(row, event)
    const step = stepOf(event.key, rows.length)
    if (step === undefined) return
    event.preventDefault()
    cursor.value = Math.min(rows.length - 1, Math.max(0, cursor.value + step))
    scrollIntoView(box.current, cursor.value)
  }
  return (
    <div
      ref={box}
      class="table"
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      tabIndex={0}
      style={{
        '--tracks': tracks(columns),
        '--medium': tracks(columns.filter(({ spare }) => !spare)),
        '--narrow': tracks(columns.filter(({ minor }) => !minor)),
        maxHeight: `${ROW * (most + 1)}px`,
      }}
      onScroll={(event) => {
        top.value = event.currentTarget.scrollTop
      }}
      onKeyDown={press}
      onPointerOver={tellClipped}
    >
      <Head columns={columns} />
      <div role="rowgroup" class="rows" style={{ height: `${rows.length * ROW}px` }}>
        {rows.slice(first, last).map((row, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the grid itself hears the keys
          <div
            key={keyOf(row, first + index)}
            role="row"
            aria-rowindex={first + index + 2}
            aria-selected={selected?.(row) ?? false}
            class={`row${open ? ' opens' : ''}${cursor.value === first + index ? ' cursor' : ''}`}
            style={{ transform: `translateY(${(first + index) * ROW}px)` }}
            onClick={(event) => {
              cursor.value = first + index
              open?.(row, event)
            }}
          >
            {columns.map((column) => (
              <div key={column.title} role="gridcell" class={cellClass(column)}>
                {column.show(row)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

function Head<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <div class="row head" role="row" aria-rowindex={1}>
      {columns.map((column) => (
        <div key={column.title} role="columnheader" class={cellClass(column)}>
          {column.unseen ? <span class="unseen">{column.title}</span> : column.title}
        </div>
      ))}
    </div>
  )
}

/** The height of an element, also after the window has changed, or after it was away because there was nothing to show. */
function useHeight(box: { readonly current: HTMLElement | null }, initial: number, present: boolean): number {
  const height = useSignal(initial)
  useEffect(() => {
    const element = box.current
    if (!present || !element) return
    const watch = new ResizeObserver(() => {
      if (element.clientHeight > 0) height.value = element.clientHeight
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [height, present])
  return height.value
}

/** By how many rows a key moves the cursor. */
function stepOf(key: string, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: 10,
    PageUp: -10,
    Home: -count,
    End: count,
  }
  return steps[key]
}

/** Keeps the row at the cursor in sight, below the head of the table. */
function scrollIntoView(box: HTMLElement | null, cursor: number): void {
  if (!box) return
  const at = cursor * ROW
  if (at < box.scrollTop) box.scrollTop = at
  if (at + 2 * ROW > box.scrollTop + box.clientHeight) box.scrollTop = at + 2 * ROW - box.clientHeight
}

/** Says on hover what a cell has no room for; rows are drawn again for others, so each time anew. */
function tellClipped({ target }: { readonly target: EventTarget | null }): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.cell') : null
  if (!cell) return
  const clipped = [cell, ...cell.children].some(
    (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2,
  )
  cell.title = clipped ? (cell.textContent ?? '') : ''
}

const tracks = (columns: readonly { readonly width?: string }[]): string =>
  columns.map(({ width }) => width ?? 'minmax(5rem, 1fr)').join(' ')

const cellClass = ({ right, minor, spare }: Pick<Column<never>, 'right' | 'minor' | 'spare'>): string =>
  `cell${right ? ' right' : ''}${minor ? ' minor' : ''}${spare ? ' spare' : ''}`
