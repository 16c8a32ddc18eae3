import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What every browser here is started with: quiet, on the network of the machine only, and the same on each run. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
]

/** CHROME_PATH, an installed Chromium, or else the one that npm brought, which needs neither root nor apt. */
export async function chromium(): Promise<{ executablePath: string; args: string[] }> {
  return { executablePath: await findBrowser(), args: ARGS }
}

async function findBrowser(): Promise<string> {
  const given = process.env.CHROME_PATH
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROME_PATH=${given}: there is no such file`)
    return given
  }
  if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium'
  // Asked before it is loaded, it unpacks the libraries too that a bare machine lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  // Into a folder of this checkout: what one user unpacks into /tmp, another may not run.
  const dir = join(import.meta.dirname, '../../tmp/chromium')
  mkdirSync(dir, { recursive: true })
  process.env.TMPDIR = dir
  const { default: packed } = await import('@sparticuz/chromium')
  const path = await packed.executablePath()
  // Its own list of font folders names /tmp only: without a single font no text is drawn.
  process.env.FONTCONFIG_FILE = writeFontList(dir)
  return path
}

function writeFontList(dir: string): string {
  const file = join(dir, 'fonts.conf')
  const folders = [join(dir, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts']
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `  <dir>${folder}</dir>`).join('\n')}
  <cachedir>${join(dir, 'fonts-cache')}</cachedir>
</fontconfig>
`
  writeFileSync(file, text)
  return file
}
