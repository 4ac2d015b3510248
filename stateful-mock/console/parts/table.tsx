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
}

interface TableProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string | number
  readonly open?: (row: Row, event: MouseEvent | KeyboardEvent) => void
  readonly selected?: (row: Row) => boolean
  readonly empty: ComponentChildren
  /** As high as its rows, up to this many. */
  readonly most?: number
}

const ROW = 36
const BEYOND = 8

/** A table that draws only the rows in sight, so that thousands cost what a screenful does. */
export function Table<Row>({ label, rows, columns, keyOf, open, selected, empty, most = 18 }: TableProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  const top = useSignal(0)
  const height = useSignal(ROW * most)
  const cursor = useSignal(-1)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const watch = new ResizeObserver(() => {
      height.value = element.clientHeight
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [height])
  if (rows.length === 0) return <>{empty}</>

  const first = Math.max(0, Math.floor(top.value / ROW) - BEYOND)
  const last = Math.min(rows.length, Math.ceil((top.value + height.value) / ROW) + BEYOND)
  const tracks = columns.map(({ width }) => width ?? 'minmax(5rem, 1fr)').join(' ')
  const narrow = columns
    .filter(({ minor }) => !minor)
    .map(({ width }) => width ?? 'minmax(5rem, 1fr)')
    .join(' ')
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 10,
      PageUp: -10,
      Home: -rows.length,
      End: rows.length,
    }
    const row = rows[cursor.value]
    if (event.key === 'Enter' && row && open) return open(row, event)
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    cursor.value = Math.min(rows.length - 1, Math.max(0, cursor.value + step))
    const at = cursor.value * ROW
    const element = box.current
    if (!element) return
    if (at < element.scrollTop) element.scrollTop = at
    if (at + 2 * ROW > element.scrollTop + element.clientHeight) element.scrollTop = at + 2 * ROW - element.clientHeight
  }
  return (
    <div
      ref={box}
      class="table"
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      tabIndex={0}
      style={{ '--tracks': tracks, '--narrow': narrow, maxHeight: `${ROW * (most + 1)}px` }}
      onScroll={(event) => {
        top.value = event.currentTarget.scrollTop
      }}
      onKeyDown={move}
    >
      <div class="row head" role="row" aria-rowindex={1}>
        {columns.map(({ title, right, minor, unseen }) => (
          <div key={title} role="columnheader" class={cellClass(right, minor)}>
            {unseen ? <span class="unseen">{title}</span> : title}
          </div>
        ))}
      </div>
      <div role="rowgroup" class="rows" style={{ height: `${rows.length * ROW}px` }}>
        {rows.slice(first, last).map((row, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the grid itself hears the keys
          <div
            key={keyOf(row)}
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
            {columns.map(({ title, show, right, minor }) => (
              <div key={title} role="gridcell" class={cellClass(right, minor)}>
                {show(row)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

const cellClass = (right?: boolean, minor?: boolean): string => `cell${right ? ' right' : ''}${minor ? ' minor' : ''}`
