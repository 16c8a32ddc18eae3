import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { STATEMENTS, type Sent } from './sent.ts'

/**
 * The innermost caller below server/, except the database module itself, and the function of it; none: a test's own
 * statement.
 */
function caller(stack: string): Omit<Sent, 'sql'> | null {
  for (const line of stack.split('\n')) {
    const file = /[/\\]((?:server|tests)[/\\][^:)]+\.ts)/.exec(line)?.[1].replaceAll('\\', '/')
    if (!file || file === 'server/lib/database.ts' || file === 'tests/statements/collect.ts') continue
    if (!file.startsWith('server/')) return null
    const name = /^\s*at (?:async )?(?:\w+\.)*(\w+)(?: \[as \w+\])? \(/.exec(line)?.[1] ?? null
    return { file, function: name }
  }
  return null
}

const KEY = Symbol.for('forebay.statements')
const global = globalThis as unknown as Record<symbol, Set<string> | undefined>

// Files of a worker share what they import, but workers do not share modules: once per process.
if (!global[KEY]) {
  const seen = (global[KEY] = new Set<string>())
  mkdirSync(STATEMENTS, { recursive: true })
  const out = join(STATEMENTS, `${process.pid}.jsonl`)
  for (const prototype of [pg.Pool.prototype, pg.Client.prototype] as unknown as {
    query: (this: unknown, ...values: unknown[]) => unknown
  }[]) {
    const send = prototype.query
    prototype.query = function (...values) {
      const sql = typeof values[0] === 'string' ? values[0] : (values[0] as { text?: string } | null)?.text
      if (sql && !seen.has(sql)) {
        const limit = Error.stackTraceLimit
        Error.stackTraceLimit = 40
        const from = caller(new Error().stack ?? '')
        Error.stackTraceLimit = limit
        // Tests may send the same statements as the program: only the program's count.
        if (from) {
          seen.add(sql)
          appendFileSync(out, `${JSON.stringify({ sql, ...from } satisfies Sent)}\n`)
        }
      }
      return send.apply(this, values)
    }
  }
}
