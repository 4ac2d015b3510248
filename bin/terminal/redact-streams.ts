type Write = (chunk: unknown, ...rest: unknown[]) => boolean

let redact: ((text: string) => string) | undefined
const redacting = new WeakSet<object>()

/**
 * From now on everything that this process prints is redacted, on both streams and whoever prints it: errors, progress,
 * the messages of the command line's parser. A later call replaces the redactor of an earlier one.
 */
export function redactStreams(redactor: (text: string) => string): void {
  redact = redactor
  for (const stream of [process.stdout, process.stderr]) if (!redacting.has(stream.write)) redactStream(stream)
}

function redactStream(stream: NodeJS.WriteStream): void {
  const write = stream.write.bind(stream) as Write
  const redacted: Write = (chunk, ...rest) =>
    write(typeof chunk === 'string' ? (redact?.(chunk) ?? chunk) : chunk, ...rest)
  redacting.add(redacted)
  stream.write = redacted as typeof stream.write
}
