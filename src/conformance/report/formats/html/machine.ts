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
      <defs>${['', 'hit'].map((kind) => tip(`${mark}-${kind}`, kind))}</defs>
      ${layout.arrows.map(({ from, to, path, x, y, anchor }) => {
        const count = times.get(`${from} ${to}`) ?? 0
        const kind = count > 0 ? 'hit' : ''
        return html`<path class="way ${kind}" d="${path}" marker-end="url(#${mark}-${kind})"/>
          ${count > 0 ? html`<text class="dim" x="${x}" y="${y}" text-anchor="${anchor}">${count}</text>` : html``}`
      })}
      ${layout.states.map(
        ({ name, x, y, width, height }) => html`<rect class="box ${lit.has(name) ? 'hit' : ''}" x="${x}" y="${y}"
          width="${width}" height="${height}" rx="${name === 'new' ? 15 : 6}"/>
          <text x="${x + width / 2}" y="${y + 19}" text-anchor="middle">${name}</text>`,
      )}
    </svg></div>`
}

/** The head of an arrow, in the colour of its line. */
const tip = (id: string, kind: string): Markup =>
  html`<marker id="${id}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" markerUnits="userSpaceOnUse" orient="auto">
    <path class="tip ${kind}" d="M0 0 L8 4 L0 8"/></marker>`
