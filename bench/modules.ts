import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Files of the built pages by their paths under dist, with the imports of each. */
export interface Modules {
  /** The script of index.html. */
  entry: string
  /** Everything loaded with these files: themselves and their static imports, recursively. */
  closure(files: readonly string[]): Set<string>
  /** Modules it loads later by import(). */
  lazy(file: string): string[]
  /** Scripts that it runs beside the page. */
  workers(file: string): string[]
  /** Bytes uncompressed. */
  bytes(files: Iterable<string>): number
  /** Bytes after gzip. */
  size(files: Iterable<string>): number
}

const STATIC = /(?:^|[;}\n\s])(?:import|export)\s*(?:[\w*$\s{},]*?\s*from\s*)?["'](\.{1,2}\/[^"']+\.js)["']/g
const DYNAMIC = /\bimport\(\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g
const WORKER = /["'`]\/?(?:assets\/)?([\w.-]*worker[\w.-]*\.js)["'`]/g

export function readModules(dist: string): Modules {
  const page = join(dist, 'index.html')
  if (!existsSync(page)) throw new Error('the pages are not built (npm run bench builds them)')
  const script = /<script[^>]+type="module"[^>]+src="\/([^"]+)"/.exec(readFileSync(page, 'utf8'))
  if (!script) throw new Error('index.html names no module')
  const files = new Set(readdirSync(join(dist, 'assets')).map((name) => `assets/${name}`))
  const text = (file: string) => readFileSync(join(dist, file), 'utf8')
  const found = (file: string, pattern: RegExp) => {
    const list = [...text(file).matchAll(pattern)].map((m) => posix.join(posix.dirname(file), m[1]))
    const missing = list.find((f) => !files.has(f))
    if (missing) throw new Error(`${file} names ${missing}, which is not built`)
    return [...new Set(list)]
  }
  return {
    entry: script[1],
    closure(from) {
      const all = new Set<string>()
      const add = (file: string) => {
        if (all.has(file)) return
        all.add(file)
        for (const next of found(file, STATIC)) add(next)
      }
      from.forEach(add)
      return all
    },
    lazy: (file) => found(file, DYNAMIC),
    workers: (file) => found(file, WORKER),
    bytes: (list) => [...list].reduce((sum, f) => sum + readFileSync(join(dist, f)).length, 0),
    size: (list) => [...list].reduce((sum, f) => sum + gzipSync(readFileSync(join(dist, f))).length, 0),
  }
}
