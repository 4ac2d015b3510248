import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** A graphics card that is emulated costs more than the pages themselves; none of them needs one. */
const EMULATION = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']
const ARGS = [...sparticuz.args.filter((arg) => !EMULATION.includes(arg)), '--disable-gpu']

/** A real browser, without a window. */
export async function startChromium(): Promise<Browser> {
  return chromium.launch({ args: ARGS, executablePath: await sparticuz.executablePath(), headless: true })
}
