import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'

export interface MeasuredFunction {
  readonly name: string
  readonly line: number
  readonly lines: number
  readonly parameters: number
}

/** The data about one source file for the figures. */
export interface MeasuredFile {
  readonly path: string
  readonly lines: number
  readonly functions: readonly MeasuredFunction[]
  /** Files of the same checkout that it imports, for their types alone or not. */
  readonly imports: readonly string[]
  /** Casts by way of `unknown`. */
  readonly doubleCasts: number
  readonly anys: number
}

/** What comments say about types is of no interest, and takes its time. */
const READ = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }

export function measureFile(root: string, path: string): MeasuredFile {
  const text = readFileSync(join(root, path), 'utf8')
  const source = ts.createSourceFile(path, text, READ, true)
  const nodes = nodesOf(source)
  return {
    path,
    lines: source.getLineStarts().length - (text.endsWith('\n') ? 1 : 0),
    functions: nodes.filter(isMeasured).map((node) => measureFunction(source, node)),
    imports: nodes
      .flatMap((node) => importedBy(node) ?? [])
      .filter((name) => name.startsWith('.'))
      .map((name) => relative(root, resolve(root, dirname(path), name))),
    doubleCasts: nodes.filter(isDoubleCast).length,
    anys: nodes.filter(({ kind }) => kind === ts.SyntaxKind.AnyKeyword).length,
  }
}

/** All nodes in the order of the text, without what is only punctuation. */
function nodesOf(source: ts.SourceFile): readonly ts.Node[] {
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return nodes
}

/** Callbacks on a single line are left out: they say nothing of how long functions are. */
function isMeasured(node: ts.Node): node is ts.FunctionLikeDeclaration {
  if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return false
  return !ts.isArrowFunction(node) || ts.isBlock(node.body) || ts.isVariableDeclaration(node.parent) || isLong(node)
}

const isLong = (node: ts.Node): boolean => node.getText().includes('\n')

function measureFunction(source: ts.SourceFile, node: ts.FunctionLikeDeclaration): MeasuredFunction {
  const first = source.getLineAndCharacterOfPosition(node.getStart()).line
  const last = source.getLineAndCharacterOfPosition(node.getEnd()).line
  const named = node.name ?? ('name' in node.parent ? (node.parent.name as ts.Node | undefined) : undefined)
  return {
    name: named?.getText() ?? 'a callback',
    line: first + 1,
    lines: last - first + 1,
    // `this` is no argument of a caller.
    parameters: node.parameters.filter(({ name }) => name.getText() !== 'this').length,
  }
}

function importedBy(node: ts.Node): string | undefined {
  const from =
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
        ? node.arguments[0]
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
          ? node.argument.literal
          : undefined
  return from && ts.isStringLiteral(from) ? from.text : undefined
}

const isDoubleCast = (node: ts.Node): boolean =>
  ts.isAsExpression(node) &&
  ts.isAsExpression(node.expression) &&
  node.expression.type.kind === ts.SyntaxKind.UnknownKeyword
