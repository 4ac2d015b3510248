import { defineConfig } from '@playwright/test'

const port = Number(process.env.PORT ?? 5173)
/** A Chromium that lies somewhere else than where Playwright puts its own, and what it wants to be started with. */
const { CHROMIUM, CHROMIUM_ARGS = '' } = process.env

export default defineConfig({
  testDir: 'tests',
  workers: 1,
  reporter: 'line',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    ...(CHROMIUM && { launchOptions: { executablePath: CHROMIUM, args: CHROMIUM_ARGS.split(' ') } }),
  },
  webServer: { command: `"${process.execPath}" serve.ts`, url: `http://127.0.0.1:${port}`, env: { PORT: `${port}` } },
})
