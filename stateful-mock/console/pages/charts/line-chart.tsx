export interface Series {
  readonly name: string
  readonly points: readonly { readonly ms: number; readonly value: number; readonly up: boolean }[]
}

const SIZE = { width: 520, height: 160 }
const EDGE = { left: 44, right: 8, top: 10, bottom: 22 }

/** Latency over time, a line for each vantage; failures as marks along the bottom. */
export function LineChart({ series, label }: { series: readonly Series[]; label: string }) {
  const all = series.flatMap(({ points }) => points)
  if (all.length === 0) return <p class="quiet">No probe in this window.</p>
  const [first, last] = [Math.min(...all.map(({ ms }) => ms)), Math.max(...all.map(({ ms }) => ms))]
  const most = niceAbove(Math.max(...all.map(({ value }) => value), 1))
  const x = (ms: number) =>
    EDGE.left + ((ms - first) / Math.max(1, last - first)) * (SIZE.width - EDGE.left - EDGE.right)
  const y = (value: number) => SIZE.height - EDGE.bottom - (value / most) * (SIZE.height - EDGE.top - EDGE.bottom)
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="img" aria-label={label}>
        {[0, 0.5, 1].map((part) => (
          <g key={part} class="grid">
            <line x1={EDGE.left} x2={SIZE.width - EDGE.right} y1={y(most * part)} y2={y(most * part)} />
            <text x={EDGE.left - 6} y={y(most * part)} text-anchor="end" dominant-baseline="central">
              {Math.round(most * part)}
            </text>
          </g>
        ))}
        {[0, 0.25, 0.5, 0.75, 1].map((part) => {
          const ms = first + (last - first) * part
          return (
            <text
              key={part}
              class="axis"
              x={x(ms)}
              y={SIZE.height - 5}
              text-anchor={part === 0 ? 'start' : part === 1 ? 'end' : 'middle'}
            >
              {timeLabel(ms, last - first)}
            </text>
          )
        })}
        {series.map(({ name, points }, index) => (
          <path
            key={name}
            class={`line series-${index % 6}`}
            d={pathOf(
              points.filter(({ up }) => up),
              x,
              y,
            )}
          />
        ))}
        {series.flatMap(({ name, points }) =>
          points
            .filter(({ up }) => !up)
            .map(({ ms }) => (
              <line
                key={`${name} ${ms}`}
                class="failure"
                x1={x(ms)}
                x2={x(ms)}
                y1={SIZE.height - EDGE.bottom - 8}
                y2={SIZE.height - EDGE.bottom}
              />
            )),
        )}
      </svg>
      <figcaption class="legend">
        {series.map(({ name }, index) => (
          <span key={name}>
            <i class={`swatch series-${index % 6}`} aria-hidden="true" /> {name}
          </span>
        ))}
        <span>
          <i class="swatch failure-swatch" aria-hidden="true" /> failed
        </span>
      </figcaption>
    </figure>
  )
}

function pathOf(points: Series['points'], x: (ms: number) => number, y: (value: number) => number): string {
  const gap = points.length > 1 ? ((points.at(-1)?.ms ?? 0) - (points[0]?.ms ?? 0)) / (points.length - 1) : 0
  return points
    .map(({ ms, value }, index) => {
      const before = points[index - 1]
      const broken = before === undefined || ms - before.ms > gap * 3
      return `${broken ? 'M' : 'L'}${x(ms).toFixed(1)} ${y(value).toFixed(1)}`
    })
    .join('')
}

function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power
}

function timeLabel(ms: number, span: number): string {
  const text = new Date(ms).toISOString()
  return span > 2 * 86_400_000 ? `${text.slice(8, 10)}.${text.slice(5, 7)}.` : text.slice(11, 16)
}
