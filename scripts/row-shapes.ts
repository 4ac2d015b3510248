/**
 * Writes src/model/generated/row-shapes.ts: what the rows of each table are like, from their types. The compiler holds the
 * file against the types, so a stale one does not pass the type check. `node scripts/row-shapes.ts`
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import type { Shape } from '../src/model/world/row-shape.ts'

const ROOT = join(import.meta.dirname, '..')
const TABLES = join(ROOT, 'src/model/tables.ts')
const ROWS = join(ROOT, 'src/model/world/rows.ts')
const TARGET = join(ROOT, 'src/model/generated/row-shapes.ts')

const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT)
const program = ts.createProgram([TABLES, ROWS], { ...options, noEmit: true })
const checker = program.getTypeChecker()

function shapeOf(type: ts.Type): Shape {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return 'anything'
  // Nothing is there that could be otherwise.
  if (type.flags & ts.TypeFlags.Never) return 'text'
  if (type.isUnion() && type.types.some((one) => one.flags & ts.TypeFlags.Undefined))
    return ['optional', shapeOf(withoutUndefined(type))]
  if (isAll(type, ts.TypeFlags.StringLike)) return 'text'
  if (isAll(type, ts.TypeFlags.NumberLike)) return 'number'
  if (isAll(type, ts.TypeFlags.BooleanLike)) return 'flag'
  if (type.isUnion()) return 'anything'
  if (checker.isArrayLikeType(type)) return ['list', shapeOf(indexOf(type, ts.IndexKind.Number))]
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return 'anything'
  if (type.getStringIndexType()) return ['map', shapeOf(indexOf(type, ts.IndexKind.String))]
  return Object.fromEntries(type.getProperties().map((field) => [field.name, shapeOf(checker.getTypeOfSymbol(field))]))
}

const isAll = (type: ts.Type, flags: ts.TypeFlags): boolean =>
  type.isUnion() ? type.types.every((one) => (one.flags & flags) !== 0) : (type.flags & flags) !== 0

/** Of a union with undefined, the rest. */
const withoutUndefined = (type: ts.UnionType): ts.Type => checker.getNonNullableType(type)

function indexOf(type: ts.Type, kind: ts.IndexKind): ts.Type {
  const item = checker.getIndexTypeOfType(type, kind)
  if (!item) throw new Error(`${checker.typeToString(type)} has no items`)
  return item
}

function rows(): ts.Type {
  const file = program.getSourceFile(ROWS)
  const symbol = file && checker.getSymbolAtLocation(file)?.exports?.get(ts.escapeLeadingUnderscores('Rows'))
  if (!symbol) throw new Error('there is no interface Rows')
  return checker.getDeclaredTypeOfSymbol(symbol)
}

const NOTE = '// Derived from the types of the rows by `npm run generate`. Do not edit.\n'
mkdirSync(join(TARGET, '..'), { recursive: true })
writeFileSync(
  TARGET,
  `${NOTE}import type { RowShapes } from '../world/row-shape.ts'\n\nexport const ROW_SHAPES: RowShapes = ${JSON.stringify(shapeOf(rows()))}\n`,
)
