/** A node of a drawing: the lines that are written in it. */
export interface FlowNode {
  readonly id: string
  readonly lines: readonly string[]
}

export interface FlowArrow {
  readonly from: string
  readonly to: string
  readonly text: string
}

export interface Flowchart {
  readonly nodes: readonly FlowNode[]
  readonly arrows: readonly FlowArrow[]
}

const NODE = /^([\w-]+)\s*(?:\[\("?(.*?)"?\)\]|\(\["?(.*?)"?\]\)|\(\("?(.*?)"?\)\)|\["?(.*?)"?\])?/
const LINK = /^\s*(?:--\s+"?(.*?)"?\s+-->|-\.\s+"?(.*?)"?\s+\.->|-->|---)\s*/

/** Reads as much of Mermaid's flowcharts as the docs use. What is inside a subgraph stands in one node, line by line. */
export function readFlowchart(text: string): Flowchart {
  const nodes = new Map<string, string[]>()
  const arrows: FlowArrow[] = []
  let group: string | undefined
  for (const line of text.split('\n').map((one) => one.trim())) {
    const [, id, title] = /^subgraph\s+(\S+)\s*\[(.*)\]$/.exec(line) ?? []
    if (id !== undefined) {
      group = id
      nodes.set(id, [title ?? id])
    } else if (line === 'end') group = undefined
    else if (line !== '' && !line.startsWith('flowchart')) readChain(line, { nodes, arrows, group })
  }
  return { nodes: [...nodes].map(([id, lines]) => ({ id, lines })), arrows }
}

interface Sofar {
  readonly nodes: Map<string, string[]>
  readonly arrows: FlowArrow[]
  readonly group: string | undefined
}

/** `a -- text --> b --> c` */
function readChain(line: string, { nodes, arrows, group }: Sofar): void {
  let rest = line
  let before: { readonly id: string; readonly text: string } | undefined
  while (rest !== '') {
    const node = NODE.exec(rest)
    const [whole = '', id = ''] = node ?? []
    if (!node) throw new Error(`not understood in a flowchart: ${rest}`)
    const lines = (node.slice(2).find((label) => label !== undefined) ?? id).split(/<br\s*\/?>/).map(plain)
    if (group !== undefined) nodes.get(group)?.push(...lines)
    else if (!nodes.has(id) || lines[0] !== id) nodes.set(id, lines)
    if (before && group === undefined) arrows.push({ from: before.id, to: id, text: before.text })
    rest = rest.slice(whole.length)
    const link = LINK.exec(rest)
    if (!link && rest.trim() !== '') throw new Error(`not understood in a flowchart: ${rest}`)
    before = { id, text: link?.[1] ?? link?.[2] ?? '' }
    rest = rest.slice(link?.[0].length ?? rest.length)
  }
}

const plain = (text: string): string => text.replaceAll(/<\/?b>/g, '').trim()
