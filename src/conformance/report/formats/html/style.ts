/** The page's only style sheet: system fonts, both colour schemes, a phone's width. */
export const STYLE = `
:root { color-scheme: light dark; --bg: light-dark(#fbfbfc, #0e0f12); --surface: light-dark(#ffffff, #15171b);
  --soft: light-dark(#f4f5f7, #1c1f25); --line: light-dark(#e4e6ea, #282c34); --ink: light-dark(#16181d, #e8eaee);
  --dim: light-dark(#5b6270, #9aa2b1); --good: light-dark(#116b3c, #6fd79c); --good-bg: light-dark(#e4f5ea, #12291c);
  --bad: light-dark(#b3261e, #ff9d94); --bad-bg: light-dark(#fdebe9, #361a19); --warn: light-dark(#8a5200, #f0be68);
  --warn-bg: light-dark(#fdf2dc, #30240e); --accent: light-dark(#4f46e5, #a5a8ff); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 14px/20px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 1100px; margin: 0 auto; padding: 24px 20px 80px; }
h1 { font-size: 22px; line-height: 1.25; margin: 0 0 4px; letter-spacing: -0.01em; }
h2 { font-size: 16px; margin: 32px 0 12px; }
h3 { font-size: 14px; margin: 0; }
h1, h3, p, td, summary { overflow-wrap: anywhere; }
p { margin: 8px 0; } a { color: var(--accent); }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { margin: 8px 0; padding: 12px; overflow: auto; background: var(--soft); border-radius: 6px; }
.dim { color: var(--dim); } .num { text-align: right; font-variant-numeric: tabular-nums; }
.verdict { padding: 20px; border-radius: 10px; margin-bottom: 20px; }
.verdict.good { background: var(--good-bg); color: var(--good); } .verdict.bad { background: var(--bad-bg); color: var(--bad); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, 1fr)); gap: 12px; }
.fact { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 12px; } .fact b { display: block; font-size: 20px; line-height: 26px; }
.fact span { color: var(--dim); font-size: 13px; }
details.failure { background: var(--surface); border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 8px; padding: 10px 16px; margin: 8px 0; }
.failure:target { outline: 2px solid var(--accent); } .failure .link { color: var(--dim); text-decoration: none; }
.filters { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; margin-bottom: 12px; } .filters[hidden] { display: none; }
.filters :is(input, select) { font: inherit; padding: 6px 10px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); color: inherit; }
.filters input { min-width: min(280px, 100%); }
.coverage { display: grid; grid-template-columns: max-content minmax(0, 1fr) minmax(0, 2fr); gap: 10px 16px; padding: 16px;
  background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
.coverage > b { color: var(--dim); font-weight: 500; font-size: 12px; }
.cells { display: flex; flex-wrap: wrap; gap: 3px; align-items: center; align-content: flex-start; min-height: 20px; } .cells small { color: var(--dim); margin-left: 6px; white-space: nowrap; }
.cell { display: inline-block; width: 13px; height: 13px; border-radius: 3px; border: 1px solid color-mix(in oklab, var(--dim), transparent 35%); }
.cell.good { background: var(--good); border-color: var(--good); } .cell.part { background: var(--warn); border-color: var(--warn); }
.cell.bad { background: var(--bad); border-color: var(--bad); } .key { color: var(--dim); font-size: 12px; }
.key .cell { margin: 0 2px -2px 10px; } .names code { margin-right: 8px; }
details.failure.warning { border-left-color: var(--warn); } .failure.known { opacity: 0.75; }
.chip { display: inline-block; font-size: 12px; padding: 1px 8px; border-radius: 99px; background: var(--soft); color: var(--dim); }
.chip.failure { border: 0; margin: 0; padding: 1px 8px; border-radius: 99px; background: var(--bad-bg); color: var(--bad); }
.chip.warning { background: var(--warn-bg); color: var(--warn); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; margin: 12px 0; }
.pair div { background: var(--soft); border-radius: 6px; padding: 10px; overflow-wrap: anywhere; }
.pair b { display: block; font-size: 12px; color: var(--dim); }
.scroll { overflow-x: auto; } .scroll > svg { min-width: 720px; } table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: left; padding: 5px 10px 5px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--dim); font-weight: 500; font-size: 13px; } tr.missed td { color: var(--dim); }
.hit { color: var(--good); } .broken { color: var(--bad); } .miss { color: var(--dim); }
details { margin: 8px 0; } summary { cursor: pointer; }
svg { max-width: 100%; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
svg .box { fill: var(--soft); stroke: var(--line); } svg .box.hit { stroke: var(--good); fill: var(--good-bg); }
svg .way { fill: none; stroke: color-mix(in oklab, var(--dim), transparent 40%); stroke-dasharray: 3 3; } svg .way.hit { stroke: var(--good); stroke-width: 2; stroke-dasharray: none; }
svg .tip { fill: none; stroke: color-mix(in oklab, var(--dim), transparent 40%); } svg .tip.hit { stroke: var(--good); stroke-width: 1.5; } .on-phones { display: none; }
svg .life { stroke: var(--line); stroke-dasharray: 3 4; } svg .arrow { stroke: var(--ink); fill: none; }
svg .arrow.bad { stroke: var(--bad); } svg text.bad { fill: var(--bad); font-weight: 600; } svg text.dim { fill: var(--dim); }
.machines { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(300px, 100%), 1fr)); gap: 12px; }
.machine text.dim { paint-order: stroke; stroke: var(--surface); stroke-width: 4px; }
.machine { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 12px; }
@media (max-width: 600px) { .coverage { grid-template-columns: minmax(0, 1fr); gap: 4px; } .coverage > b { display: none; } .coverage > span:not(.cells) { margin-top: 10px; font-weight: 600; } .cells:empty { display: none; } .on-phones { display: inline; } .pair { grid-template-columns: 1fr; }
  .stacked thead { display: none; } .stacked td { display: block; border: 0; padding: 2px 0; } .stacked tr { display: block; padding: 8px 0; border-bottom: 1px solid var(--line); } main { padding: 16px 12px 60px; } }
@media print { .failure, .machine { break-inside: avoid; } }
`
