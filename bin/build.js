import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { ROOT, commandOf, runNode, say } from './project.js'
import { ensureInstalled } from './install.js'

const INPUTS = [
  'client',
  'contract',
  'core',
  'docs/manual',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]
const DIST = join(ROOT, 'dist')
const STAMP = join(DIST, '.stamp')

/** Builds the client where its sources have changed since the last build. */
export async function ensureBuilt() {
  const stamp = digest()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return
  await ensureInstalled({ development: false })
  say('building the pages ...')
  const started = Date.now()
  // Built in another folder: a failed build leaves the old pages, and two at once do not mix.
  const part = join(ROOT, 'tmp', `pages-${process.pid}`)
  const old = `${part}.old`
  mkdirSync(join(ROOT, 'tmp'), { recursive: true })
  try {
    const args = ['build', '--outDir', part, '--emptyOutDir', '--logLevel', 'error']
    const code = await runNode([commandOf('vite'), ...args], {
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (code !== 0) throw new Error(`building the pages failed (exit code ${code})`)
    compressFiles(part)
    writeFileSync(join(part, '.stamp'), stamp)
    if (existsSync(DIST)) renameSync(DIST, old)
    renameSync(part, DIST)
  } finally {
    for (const dir of [part, old]) rmSync(dir, { recursive: true, force: true })
  }
  say(`pages built in ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

function digest() {
  const hash = createHash('sha256')
  for (const input of INPUTS) add(hash, input)
  return hash.digest('hex')
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} path
 */
function add(hash, path) {
  const full = join(ROOT, path)
  if (!existsSync(full) || /\.test\.tsx?$/.test(path)) return
  if (statSync(full).isDirectory()) {
    for (const name of readdirSync(full).sort()) add(hash, `${path}/${name}`)
    return
  }
  const text = readFileSync(full)
  hash.update(`${path}\0${text.length}\0`).update(text)
}

/**
 * Writes compressed copies beside the files, so that the server only sends them.
 * @param {string} dir
 */
function compressFiles(dir) {
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|html|svg|json|woff)$/.test(entry.name)) continue
    const file = join(entry.parentPath ?? entry.path, entry.name)
    const bytes = readFileSync(file)
    if (bytes.length < 1024) continue
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  }
}
