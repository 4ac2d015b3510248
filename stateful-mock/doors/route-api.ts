import type { BrowserContext, Request } from '@playwright/test'

const isApi = ({ pathname }: URL): boolean => pathname.startsWith('/api/v1/')

/**
 * Leads what pages ask of the API, by a relative address or under any host, to a sandbox. An answer that does not
 * come, or not whole, is a failed request for the page too.
 */
export async function routeApiInto(
  context: BrowserContext,
  sandboxUrl: string,
  missing: Readonly<Record<string, string>>,
): Promise<void> {
  await context.route(isApi, async (route, request) => {
    const { pathname, search } = new URL(request.url())
    const asked = { url: sandboxUrl + pathname + search, headers: headersOf(request, missing), maxRedirects: 0 }
    const response = await route.fetch(asked).catch(() => undefined)
    // A page that was closed in between waits for nothing, and that is the only way this fails.
    await (response ? route.fulfill({ response }) : route.abort('connectionreset')).catch(() => {})
  })
}

function headersOf(request: Request, missing: Readonly<Record<string, string>>): Record<string, string> {
  const given = request.headers()
  const added = Object.entries(missing).map(([name, value]) => [name.toLowerCase(), value])
  return { ...Object.fromEntries(added), ...given }
}
