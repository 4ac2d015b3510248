import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** A real browser, without a window. */
export async function startChromium(): Promise<Browser> {
  return chromium.launch({ args: sparticuz.args, executablePath: await sparticuz.executablePath(), headless: true })
}
