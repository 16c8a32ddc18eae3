import { join } from 'node:path'
import { Connection, request } from '../http.ts'
import { readModules, type Modules } from '../modules.ts'
import { line, type Row } from '../row.ts'
import { startProduct } from '../server.ts'

const FIRST = 300_000
const ALL = 550_000

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

export const pages: Row = {
  name: 'pages',
  title: 'first load of the dashboard: JavaScript after gzip',
  async run(bench) {
    const modules = readModules(join(import.meta.dirname, '..', '..', 'dist'))
    const { first, later } = firstLoad(modules)
    const before = modules.size(first)
    const total = before + modules.size(later)
    const wire = await served(bench, [...first, ...later])
    const name = (f: string) => `${f.replace(/^assets\/(.+)-[\w-]{8}\.js$/, '$1')} ${kB(modules.size([f]))}`
    return {
      lines: [
        line('first load: gz JS before the figures paint', {
          measured: kB(before),
          aim: `<= ${FIRST / 1000} kB`,
          met: before <= FIRST,
        }),
        line('  in all', { measured: kB(total), aim: `<= ${ALL / 1000} kB`, met: total <= ALL }),
        line('  in all, as the server sends it', {
          measured: kB(wire),
          floor: `not compressed ${kB(modules.bytes([...first, ...later]))}`,
          aim: `<= ${ALL / 1000} kB`,
          met: wire <= ALL,
          limit:
            'compressed copies are made by the build (bin/build.js); without them files go out as they are.',
        }),
      ],
      notes: [
        `pages: first ${[...first].map(name).join(', ')}; later ${[...later].map(name).join(', ')}. ` +
          'By the graph of modules in dist, gzip of each file by itself; other screens are not counted.',
      ],
    }
  },
}

/** What the dashboard needs before its figures paint, and what it asks for after: charts, pickers, workers. */
function firstLoad(modules: Modules): { first: Set<string>; later: Set<string> } {
  const screens = modules.lazy(modules.entry)
  const mine = screens.filter((f) => /\/dashboard-/.test(f))
  if (mine.length !== 1) throw new Error(`the entry loads ${mine.length} dashboard chunks: ${screens.join()}`)
  const first = modules.closure([modules.entry, ...mine])
  const later = new Set<string>()
  const follow = (file: string) => {
    const asked = file === modules.entry ? [] : modules.lazy(file)
    for (const f of modules.closure([...asked, ...modules.workers(file)])) {
      if (first.has(f) || later.has(f)) continue
      later.add(f)
      follow(f)
    }
  }
  for (const file of first) follow(file)
  return { first, later }
}

/** Bytes of these files on the wire, to a browser that takes gzip and Brotli. */
async function served(bench: Parameters<Row['run']>[0], files: readonly string[]): Promise<number> {
  const database = await bench.database()
  try {
    const product = await startProduct({ DATABASE_URL: database.url, DEMO: '0' })
    const connection = await Connection.open(product.url)
    try {
      let sum = 0
      for (const file of files) {
        const answer = await connection.send(
          request('GET', `/${file}`, { 'accept-encoding': 'gzip, deflate, br' }),
        )
        if (answer.status !== 200) throw new Error(`/${file} answers ${answer.status}`)
        sum += answer.body.length
      }
      return sum
    } finally {
      connection.close()
      await product.stop()
    }
  } finally {
    await database.drop()
  }
}
