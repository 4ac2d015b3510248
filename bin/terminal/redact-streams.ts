let redact: ((text: string) => string) | undefined

/**
 * From now on whatever this process prints goes through here, on both streams and whoever prints it: errors, progress,
 * what the command line's parser says. A later call takes the place of an earlier one.
 */
export function redactStreams(redactor: (text: string) => string): void {
  const isFirst = redact === undefined
  redact = redactor
  if (isFirst) for (const stream of [process.stdout, process.stderr]) redactStream(stream)
}

function redactStream(stream: NodeJS.WriteStream): void {
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean
  const redacted = (chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === 'string' ? (redact?.(chunk) ?? chunk) : chunk, ...rest)
  stream.write = redacted as typeof stream.write
}
