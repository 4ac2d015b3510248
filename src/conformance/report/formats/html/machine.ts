import { layOutMachine } from '../../../../contract/machines/machine-layout.ts'
import type { CoveredMachine } from '../../report.ts'
import { html, type Markup } from './markup.ts'

/** A state machine, with the transitions that were taken highlighted. */
export function machineDrawing({ entity, states, ways }: CoveredMachine): Markup {
  const layout = layOutMachine(states, ways)
  const times = new Map(ways.map(({ from, to, times: count }) => [`${from} ${to}`, count]))
  const lit = new Set(ways.filter(({ times: count }) => count > 0).flatMap(({ from, to }) => [from, to]))
  const walked = ways.filter(({ times: count }) => count > 0).length
  const mark = `arrow-${entity}`
  return html`<div class="machine"><h3>${entity} <span class="chip">${walked} of ${ways.length} transitions</span></h3>
    <svg viewBox="0 0 ${layout.width} ${layout.height}" role="img" aria-label="States of ${entity}">
      <defs><marker id="${mark}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
        <path d="M0 0 L8 4 L0 8" fill="none" stroke="currentColor"/></marker></defs>
      ${layout.arrows.map(({ from, to, path, x, y, anchor }) => {
        const count = times.get(`${from} ${to}`) ?? 0
        return html`<path class="way ${count > 0 ? 'hit' : ''}" d="${path}" marker-end="url(#${mark})"/>
          ${count > 0 ? html`<text class="dim" x="${x}" y="${y}" text-anchor="${anchor}">${count}</text>` : html``}`
      })}
      ${layout.states.map(
        ({ name, x, y, width, height }) => html`<rect class="box ${lit.has(name) ? 'hit' : ''}" x="${x}" y="${y}"
          width="${width}" height="${height}" rx="${name === 'new' ? 15 : 6}"/>
          <text x="${x + width / 2}" y="${y + 19}" text-anchor="middle">${name}</text>`,
      )}
    </svg></div>`
}
