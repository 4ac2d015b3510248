import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { timeTicks } from './time-ticks.ts'

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
  readonly width: number
  readonly firstMs: number
  readonly lastMs: number
  readonly most: number
  /** False when every probe failed, so that there is no latency to show. */
  readonly hasScale: boolean
  readonly x: (ms: number) => number
  readonly y: (value: number) => number
}

const HEIGHT = 160
const USUAL_WIDTH = 480
/** Room for a label such as 12:00. */
const TICK_ROOM = 64
/** The least scale, for windows in which every probe failed. */
const LEAST_SCALE_MS = 10
const EDGE = { left: 56, right: 16, top: 12, bottom: 22 }

/** Latency over time, a line for each vantage that is switched on in the legend; failures as marks along the bottom. */
export function LineChart({ series, label }: { series: readonly Series[]; label: string }) {
  const hidden = useSignal<ReadonlySet<string>>(new Set())
  const drawing = useRef<SVGSVGElement>(null)
  const all = series.flatMap(({ points }) => points)
  const width = useWidth(drawing, all.length > 0)
  if (all.length === 0) return <p class="quiet">No probe in this window.</p>
  const scale = scaleFor(all, width)
  const toggle = (name: string) => {
    const next = new Set(hidden.value)
    if (!next.delete(name)) next.add(name)
    hidden.value = next
  }
  const shown = series.map((one, index) => ({ ...one, index })).filter(({ name }) => !hidden.value.has(name))
  return (
    <figure class="chart">
      <svg ref={drawing} height={HEIGHT} role="img" aria-label={label}>
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

/** The width of the drawing, so that what is written in it is as large on every screen. */
function useWidth(drawing: { readonly current: SVGSVGElement | null }, present: boolean): number {
  const width = useSignal(USUAL_WIDTH)
  useEffect(() => {
    const element = drawing.current
    if (!present || !element) return
    const watch = new ResizeObserver(() => {
      if (element.clientWidth > 0) width.value = element.clientWidth
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [width, present])
  return width.value
}

function scaleFor(points: readonly Point[], width: number): Scale {
  const times = points.map(({ ms }) => ms)
  const [firstMs, lastMs] = [Math.min(...times), Math.max(...times)]
  const most = niceAbove(Math.max(...points.map(({ value }) => value), LEAST_SCALE_MS))
  const [wide, high] = [width - EDGE.left - EDGE.right, HEIGHT - EDGE.top - EDGE.bottom]
  return {
    width,
    firstMs,
    lastMs,
    most,
    hasScale: points.some(({ up }) => up),
    x: (ms) => EDGE.left + ((ms - firstMs) / Math.max(1, lastMs - firstMs)) * wide,
    y: (value) => HEIGHT - EDGE.bottom - (value / most) * high,
  }
}

function Axes({ scale: { width, firstMs, lastMs, most, hasScale, x, y } }: { scale: Scale }) {
  return (
    <>
      {(hasScale ? [0, 0.5, 1] : [0]).map((part) => (
        <g key={part} class="grid">
          <line x1={EDGE.left} x2={width - EDGE.right} y1={y(most * part)} y2={y(most * part)} />
          <text x={EDGE.left - 6} y={y(most * part)} text-anchor="end" dominant-baseline="central">
            {hasScale && `${Math.round(most * part)} ms`}
          </text>
        </g>
      ))}
      {!hasScale && (
        <text x={(EDGE.left + width) / 2} y={HEIGHT / 2} text-anchor="middle">
          No probe succeeded
        </text>
      )}
      {timeTicks(firstMs, lastMs, Math.floor((width - EDGE.left) / TICK_ROOM)).map(({ ms, label }) => (
        <text key={ms} class="axis" x={x(ms)} y={HEIGHT - 5} text-anchor="middle">
          {label}
        </text>
      ))}
    </>
  )
}

/** A probe that failed, in the colour of its vantage and a row of its own. */
function FailureMark({ x, row }: { x: number; row: number }) {
  const y = HEIGHT - EDGE.bottom - 5 - row * 8
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
