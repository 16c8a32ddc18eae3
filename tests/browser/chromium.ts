import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Launch options of every browser here: quiet, on the local network only, reproducible. */
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

/** CHROME_PATH, an installed Chromium, or else the one from npm, which needs neither root nor apt. */
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
  // Set before it is imported, so that it also unpacks libraries that a minimal machine lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  // Into a folder of this checkout: files unpacked into /tmp by one user may not be executable by another.
  const dir = join(import.meta.dirname, '../../tmp/chromium')
  mkdirSync(dir, { recursive: true })
  process.env.TMPDIR = dir
  const { default: packed } = await import('@sparticuz/chromium')
  const path = await packed.executablePath()
  // Its own font configuration names only /tmp: without any font no text is drawn.
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
