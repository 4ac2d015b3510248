import ts from 'typescript'
import { type Mutant, type Mutated, SWITCH, short } from './mutant.ts'
import { WRONG } from './wrong-rows.ts'

/** A mistake people make in such an API, at one place of the syntax tree: what would stand there, or undefined. */
interface Mutator {
  readonly name: string
  readonly wrong: (node: ts.Expression, text: (node: ts.Node) => string) => string | undefined
}

/** The called method with its object and arguments. */
function method(node: ts.Expression) {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  return { on: node.expression.expression, name: node.expression.name.text, args: node.arguments }
}

const LOOKS_AT_ITEMS = new Set(['some', 'every', 'find', 'filter'])
const READS_IN_ORDER: Readonly<Record<string, string>> = { newest: 'oldest', oldest: 'newest' }
const CAN_BE_SWITCHED = new Set(['PersonalToken', 'RegistrationToken', 'EmailWebhook', 'UptimeMonitor'])

function reader(node: ts.Expression): { readonly other: string; readonly table: string } | undefined {
  const call = method(node)
  const other = call && READS_IN_ORDER[call.name]
  const [table] = call?.args ?? []
  return other && table && ts.isStringLiteral(table) ? { other, table: table.text } : undefined
}

/** The writes of a row or of the absence of one, and what touches others besides. */
const WRITES_MORE: readonly (readonly [name: string, write: 'put' | 'remove', instead: string])[] = [
  ['siblings written too', 'put', 'putOnSiblings'],
  ['namesakes written too', 'put', 'putOnNamesakes'],
  ['one beside it replaced', 'put', 'putInPlace'],
  ['siblings removed too', 'remove', 'removeSiblings'],
  ['namesakes removed too', 'remove', 'removeNamesakes'],
]

/** A call of a context with the context as first argument of something else. */
const instead = (
  call: NonNullable<ReturnType<typeof method>>,
  wrong: string,
  text: (node: ts.Node) => string,
): string => `globalThis.${WRONG}.${wrong}(${[call.on, ...call.args].map(text).join(', ')})`

const MUTATORS: readonly Mutator[] = [
  ...WRITES_MORE.map(([name, write, wrong]) => ({
    name,
    wrong(node: ts.Expression, text: (node: ts.Node) => string) {
      const call = method(node)
      const [table] = call?.args ?? []
      return call?.name === write && table && ts.isStringLiteral(table) ? instead(call, wrong, text) : undefined
    },
  })),
  ...(['everybodys', 'ofNamesakes'] as const).map((wrong) => ({
    name: wrong === 'everybodys' ? 'rows of everybody' : 'rows of namesakes too',
    wrong(node: ts.Expression, text: (node: ts.Node) => string) {
      const read = reader(node)
      const call = method(node)
      if (!read || !call) return undefined
      const rows = instead(call, wrong, text)
      return read.other === 'oldest' ? rows : `[...${rows}].toReversed()`
    },
  })),
  {
    name: 'write left out',
    wrong(node, text) {
      const call = method(node)
      const [, row] = call?.args ?? []
      if (call?.name === 'put' && call.args.length === 2 && row) return text(row)
      return call?.name === 'remove' && call.args.length > 1 ? 'undefined' : undefined
    },
  },
  {
    name: 'field of a write left out',
    wrong(node, text) {
      if (!ts.isObjectLiteralExpression(node) || !node.properties[0] || !ts.isSpreadAssignment(node.properties[0]))
        return
      const [first, ...rest] = node.properties
      const left = rest.findLast((property) => ts.isPropertyAssignment(property))
      if (!left) return undefined
      const kept = [first, ...rest.filter((property) => property !== left)]
      return `{ ${kept.map(text).join(', ')} }`
    },
  },
  {
    name: 'filter dropped',
    wrong(node, text) {
      const call = method(node)
      return call?.name === 'filter' && call.args.length === 1 ? text(call.on) : undefined
    },
  },
  ...(['first', 'last'] as const).map((which) => ({
    name: `only the ${which} looked at`,
    wrong(node: ts.Expression, text: (node: ts.Node) => string) {
      const call = method(node)
      if (!call || !LOOKS_AT_ITEMS.has(call.name) || call.args.length !== 1) return undefined
      const slice = which === 'first' ? 'slice(0, 1)' : 'slice(-1)'
      return `[...${text(call.on)}].${slice}.${call.name}(${call.args.map(text).join(', ')})`
    },
  })),
  {
    name: 'another organization',
    wrong(node, text) {
      if (!ts.isPropertyAccessExpression(node) || node.name.text !== 'org') return undefined
      return /(^|\.)caller$/.test(text(node.expression)) ? `(${text(node)} === 'acme' ? 'globex' : 'acme')` : undefined
    },
  },
  {
    name: 'order reversed',
    wrong(node, text) {
      const read = reader(node)
      const call = method(node)
      return read && call ? `${text(call.on)}.${read.other}(${call.args.map(text).join(', ')})` : undefined
    },
  },
  {
    name: 'only enabled ones counted',
    wrong(node, text) {
      const read = reader(node)
      if (!read || !CAN_BE_SWITCHED.has(read.table)) return undefined
      return `[...${text(node)}].filter((row) => (row as { enabled?: unknown }).enabled !== false && (row as { disabled?: unknown }).disabled !== true)`
    },
  },
  ...([1, -1] as const).map((by) => ({
    name: `a cap off by ${by}`,
    wrong(node: ts.Expression, text: (node: ts.Node) => string) {
      const call = method(node)
      const most = call?.name === 'take' ? call.args[0] : call?.name === 'slice' ? call.args[1] : undefined
      if (!call || !most || (call.name === 'slice' && text(call.args[0] ?? node) !== '0')) return undefined
      const args = call.args.map((argument) => (argument === most ? `(${text(argument)}) + ${by}` : text(argument)))
      return `${text(call.on)}.${call.name}(${args.join(', ')})`
    },
  })),
  {
    name: 'a stored value kept',
    wrong(node, text) {
      if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.QuestionQuestionToken)
        return undefined
      return ts.isPropertyAccessExpression(node.right) ? `${text(node.right)} ?? ${text(node.left)}` : undefined
    },
  },
]

/** The metadata of a rule is not behaviour. */
const isMetadata = (node: ts.Node): boolean =>
  ts.isCallExpression(node.parent) && /^(statement|refusal)$/.test(node.parent.expression.getText())

/** Mistakes of our domain in the sources of the model's areas, each behind a switch. */
export function domainMutants(sources: ReadonlyMap<string, string>): readonly Mutated[] {
  let count = 0
  return [...sources].map(([file, source]) => {
    const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
    const mutants: Mutant[] = []
    const plain = (node: ts.Node): string => source.slice(node.getStart(parsed), node.end)
    const switched = (node: ts.Node): string => {
      const inside = withChildren(node)
      if (!ts.isExpression(node) || ts.isTypeNode(node) || isMetadata(node)) return inside
      return MUTATORS.reduce((right, { name, wrong }) => {
        const instead = wrong(node, plain)
        if (instead === undefined) return right
        const id = `d${count++}`
        const { line } = parsed.getLineAndCharacterOfPosition(node.getStart(parsed))
        mutants.push({ id, file, line: line + 1, mutator: name, from: short(plain(node)), to: short(instead) })
        // Without semicolons a line that begins with a parenthesis would go on with the one before.
        const begin = ts.isExpressionStatement(node.parent) ? 'void ' : ''
        return `${begin}(globalThis.${SWITCH}?.('${id}') ? (${instead}) as never : ${right.replace(/^void /, '')})`
      }, inside)
    }
    /** The text of a node with its children's switches built in. */
    const withChildren = (node: ts.Node): string => {
      let text = ''
      let at = node.getStart(parsed)
      ts.forEachChild(node, (child) => {
        const from = child.getStart(parsed)
        if (from < at) return
        text += source.slice(at, from) + switched(child)
        at = child.end
      })
      return text + source.slice(at, node.end)
    }
    const start = parsed.getStart(parsed)
    return { file, text: source.slice(0, start) + withChildren(parsed) + source.slice(parsed.end), mutants }
  })
}
