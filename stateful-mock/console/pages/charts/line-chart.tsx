import { useSignal } from '@preact/signals'

export interface Series {
  readonly name: string
  readonly points: readonly Point[]
  /** Beside the name in the legend. */
  readonly note?: string
}

interface Point {
  readonly ms: number
  readonly value: number
  readonly up: boolean
}

interface Scale {
  readonly firstMs: number
  readonly lastMs: number
  readonly most: number
  /** False when every probe failed, so that there is no latency to show. */
  readonly hasScale: boolean
  readonly x: (ms: number) => number
  readonly y: (value: number) => number
}

const SIZE = { width: 520, height: 160 }
/** The least scale, for windows in which every probe failed. */
const LEAST_SCALE_MS = 10
const EDGE = { left: 62, right: 8, top: 12, bottom: 22 }

/** Latency over time, a line for each vantage that is switched on in the legend; failures as marks along the bottom. */
export function LineChart({ series, label }: { series: readonly Series[]; label: string }) {
  const hidden = useSignal<ReadonlySet<string>>(new Set())
  const all = series.flatMap(({ points }) => points)
  if (all.length === 0) return <p class="quiet">No probe in this window.</p>
  const scale = scaleFor(all)
  const toggle = (name: string) => {
    const next = new Set(hidden.value)
    if (!next.delete(name)) next.add(name)
    hidden.value = next
  }
  const shown = series.map((one, index) => ({ ...one, index })).filter(({ name }) => !hidden.value.has(name))
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="img" aria-label={label}>
        <Axes scale={scale} />
        {shown.map(({ name, points, index }) => (
          <g key={name} class={`series-${index % 6}`}>
            <path class={`line dash-${index % 3}`} d={pathOf(points, scale)} />
            {points
              .filter(({ up }) => !up)
              .map(({ ms }) => (
                <FailureMark key={ms} x={scale.x(ms)} row={index} />
              ))}
          </g>
        ))}
      </svg>
      <figcaption class="legend">
        {series.map(({ name, note }, index) => (
          <button
            key={name}
            type="button"
            class="legend-item"
            aria-pressed={!hidden.value.has(name)}
            onClick={() => toggle(name)}
          >
            <svg class={`series-${index % 6}`} viewBox="0 0 18 4" width="18" height="4" aria-hidden="true">
              <path class={`line dash-${index % 3}`} d="M0 2h18" />
            </svg>
            <strong>{name}</strong> {note}
          </button>
        ))}
      </figcaption>
    </figure>
  )
}

function scaleFor(points: readonly Point[]): Scale {
  const times = points.map(({ ms }) => ms)
  const [firstMs, lastMs] = [Math.min(...times), Math.max(...times)]
  const most = niceAbove(Math.max(...points.map(({ value }) => value), LEAST_SCALE_MS))
  const [wide, high] = [SIZE.width - EDGE.left - EDGE.right, SIZE.height - EDGE.top - EDGE.bottom]
  return {
    firstMs,
    lastMs,
    most,
    hasScale: points.some(({ up }) => up),
    x: (ms) => EDGE.left + ((ms - firstMs) / Math.max(1, lastMs - firstMs)) * wide,
    y: (value) => SIZE.height - EDGE.bottom - (value / most) * high,
  }
}

function Axes({ scale: { firstMs, lastMs, most, hasScale, x, y } }: { scale: Scale }) {
  return (
    <>
      {[0, 0.5, 1].map((part) => (
        <g key={part} class="grid">
          <line x1={EDGE.left} x2={SIZE.width - EDGE.right} y1={y(most * part)} y2={y(most * part)} />
          <text x={EDGE.left - 6} y={y(most * part)} text-anchor="end" dominant-baseline="central">
            {hasScale && `${Math.round(most * part)} ms`}
          </text>
        </g>
      ))}
      {[0, 0.25, 0.5, 0.75, 1].map((part) => {
        const ms = firstMs + (lastMs - firstMs) * part
        const anchor = part === 0 ? 'start' : part === 1 ? 'end' : 'middle'
        return (
          <text key={part} class="axis" x={x(ms)} y={SIZE.height - 5} text-anchor={anchor}>
            {timeLabel(ms, lastMs - firstMs)}
          </text>
        )
      })}
    </>
  )
}

/** A probe that failed, in the colour of its vantage and a row of its own. */
function FailureMark({ x, row }: { x: number; row: number }) {
  const y = SIZE.height - EDGE.bottom - 5 - row * 8
  return (
    <path class="failure" d={`M${x - 3} ${y - 3}l6 6m0 -6l-6 6`}>
      <title>failed</title>
    </path>
  )
}

/** The line of successful probes, with a gap wherever some are missing. */
function pathOf(all: readonly Point[], { x, y }: Scale): string {
  const points = all.filter(({ up }) => up)
  const usual = points.length > 1 ? ((points.at(-1)?.ms ?? 0) - (points[0]?.ms ?? 0)) / (points.length - 1) : 0
  return points
    .map(({ ms, value }, index) => {
      const before = points[index - 1]
      const broken = before === undefined || ms - before.ms > usual * 3
      return `${broken ? 'M' : 'L'}${x(ms).toFixed(1)} ${y(value).toFixed(1)}`
    })
    .join('')
}

function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 1.5, 2, 3, 5, 10].find((step) => step * power >= value) ?? 10) * power
}

function timeLabel(ms: number, span: number): string {
  const date = new Date(ms)
  const text = date.toISOString()
  if (span <= 2 * 86_400_000) return text.slice(11, 16)
  return `${date.getUTCDate()} ${date.toLocaleString('en', { month: 'short', timeZone: 'UTC' })}`
}
