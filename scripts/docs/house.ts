/** The allowed imports; a folder may always import itself, and bin anything. test/architecture.test.ts checks it. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'src/contract': [],
  'src/model': ['src/contract'],
  'src/explore': ['src/contract', 'src/model'],
  'src/target': ['src/contract'],
  'src/scenario': ['src/contract', 'src/target'],
  'src/conformance': ['src/contract', 'src/model', 'src/target', 'src/scenario'],
  'stateful-mock': ['src/contract', 'src/model', 'src/scenario'],
}

/** A short description of each folder. */
const PURPOSE: Readonly<Record<string, string>> = {
  'src/contract': 'spec/ and a profile as typed values',
  'src/model': 'the pure model of the API',
  'src/explore': 'a walk through every world of the model',
  'src/target': 'an implementation seen from outside',
  'src/scenario': 'edge cases in files',
  'src/conformance': 'the judge',
  'stateful-mock': 'the mock',
}

/** The house as a picture: an arrow from a room to those it is built on. */
export function housePicture(): string {
  const rooms = Object.keys(MAY_IMPORT)
  const id = (room: string) => room.replaceAll(/\W/g, '-')
  return [
    '```mermaid',
    'flowchart TD',
    '  bin["<b>bin</b><br/>the roof: one file per command"]',
    ...rooms.map((room) => `  ${id(room)}["<b>${room}</b><br/>${PURPOSE[room]}"]`),
    '  spec[("<b>spec</b><br/>data only")]',
    ...rooms
      .filter((room) => !Object.values(MAY_IMPORT).some((below) => below.includes(room)))
      .map((room) => `  bin --> ${id(room)}`),
    ...rooms.flatMap((room) => (MAY_IMPORT[room] ?? []).map((below) => `  ${id(room)} --> ${id(below)}`)),
    '  src-contract -. reads .-> spec',
    '```',
  ].join('\n')
}
