/** One async function per outside event, named by its operationId. */
export default function driver(target: {
  readonly url: string
}): Record<string, (body?: object) => Promise<Record<string, unknown>>>
