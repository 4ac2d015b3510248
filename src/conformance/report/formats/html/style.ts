/** The page's only style sheet: system fonts, both colour schemes, a phone's width. */
export const STYLE = `
:root { color-scheme: light dark; --bg: #fff; --soft: #f5f6f8; --line: #dfe2e7; --ink: #1c2026; --dim: #5d6673;
  --good: #14713c; --good-bg: #e2f4e8; --bad: #b3261e; --bad-bg: #fbe7e5; --warn: #8a5a00; --warn-bg: #fdf1d8; --accent: #2b5bd7; }
@media (prefers-color-scheme: dark) { :root { --bg: #14171b; --soft: #1d2126; --line: #333941; --ink: #e7eaee;
  --dim: #a2abb7; --good: #6bd394; --good-bg: #12331f; --bad: #ff8f86; --bad-bg: #43191a; --warn: #f2c063;
  --warn-bg: #3a2a08; --accent: #8fb0ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1100px; margin: 0 auto; padding: 24px 20px 80px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 4px; letter-spacing: -0.01em; }
h2 { font-size: 19px; margin: 44px 0 12px; padding-bottom: 6px; border-bottom: 1px solid var(--line); }
h3 { font-size: 16px; margin: 0; }
h1, h3, p, td, summary { overflow-wrap: anywhere; }
p { margin: 8px 0; } a { color: var(--accent); }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { margin: 8px 0; padding: 12px; overflow: auto; background: var(--soft); border-radius: 6px; }
.dim { color: var(--dim); } .num { text-align: right; font-variant-numeric: tabular-nums; }
.verdict { padding: 20px; border-radius: 10px; margin-bottom: 20px; }
.verdict.good { background: var(--good-bg); color: var(--good); } .verdict.bad { background: var(--bad-bg); color: var(--bad); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, 1fr)); gap: 12px; }
.fact { background: var(--soft); border-radius: 8px; padding: 12px; } .fact b { display: block; font-size: 20px; }
.fact span { color: var(--dim); font-size: 13px; }
.failure { border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 8px; padding: 16px; margin: 16px 0; }
.failure.warning { border-left-color: var(--warn); } .failure.known { opacity: 0.75; }
.chip { display: inline-block; font-size: 12px; padding: 1px 8px; border-radius: 99px; background: var(--soft); color: var(--dim); }
.chip.failure { border: 0; margin: 0; padding: 1px 8px; border-radius: 99px; background: var(--bad-bg); color: var(--bad); }
.chip.warning { background: var(--warn-bg); color: var(--warn); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; margin: 12px 0; }
.pair div { background: var(--soft); border-radius: 6px; padding: 10px; overflow-wrap: anywhere; }
.pair b { display: block; font-size: 12px; color: var(--dim); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: left; padding: 5px 10px 5px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--dim); font-weight: 500; font-size: 13px; } tr.missed td { color: var(--dim); }
.hit { color: var(--good); } .miss { color: var(--dim); }
details { margin: 8px 0; } summary { cursor: pointer; }
svg { max-width: 100%; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
svg .box { fill: var(--soft); stroke: var(--line); } svg .box.hit { stroke: var(--good); fill: var(--good-bg); }
svg .way { fill: none; stroke: var(--line); stroke-width: 1.5; } svg .way.hit { stroke: var(--good); stroke-width: 2; }
svg .life { stroke: var(--line); stroke-dasharray: 3 4; } svg .arrow { stroke: var(--ink); fill: none; }
svg .arrow.bad { stroke: var(--bad); } svg text.bad { fill: var(--bad); font-weight: 600; } svg text.dim { fill: var(--dim); }
.machines { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(320px, 100%), 1fr)); gap: 16px; }
.machine { border: 1px solid var(--line); border-radius: 8px; padding: 12px; }
@media (max-width: 600px) { .pair { grid-template-columns: 1fr; } main { padding: 16px 12px 60px; } }
@media print { .failure, .machine { break-inside: avoid; } }
`
