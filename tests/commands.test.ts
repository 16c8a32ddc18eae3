import { execFile } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, emptyDatabase, type FreshDatabase } from './database.ts'
import { ROOT, startServer } from './process.ts'

/** Every command in README, CONTRIBUTING and docs is run as printed, or its script exists. */
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs')).flatMap((f) => (f.endsWith('.md') ? [`docs/${f}`] : [])),
]
const COMMAND = /^(?:[A-Z_]+=\S+ )*(?:npm|curl|grep|node_modules\/\.bin\/\w+|git|node|psql|docker)\b/

interface Printed {
  page: string
  command: string
}

/** Commands of a page: lines of its code blocks, with continuation lines joined, and code within sentences. */
function printedIn(page: string): Printed[] {
  const text = readFileSync(join(ROOT, page), 'utf8')
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map((m) => m[1])
  const lines = blocks.flatMap((block) => block.replace(/\\\n\s*/g, '').split('\n'))
  const inline = text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)
  return [...lines, ...[...inline].map((m) => m[1])]
    .map((line) => line.replace(/\s+# .*$/, '').trim())
    .filter((command) => COMMAND.test(command))
    .map((command) => ({ page, command }))
}
const printed = PAGES.flatMap(printedIn)
const run = promisify(execFile)

/** The program that an npm command starts, with its arguments. */
const PROGRAMS: Readonly<Record<string, string[]>> = {
  import: ['server/commands/import/main.ts'],
  backup: ['server/backup/main.ts', 'backup'],
  restore: ['server/backup/main.ts', 'restore'],
  distribute: ['server/commands/distribute/main.ts'],
}

/** Scripts that take minutes, open a used port, or run the tests: what they start is tested elsewhere. */
const LONG = /^(start|test|test:quick|dev|bench|proof|shots|format)$/

/** The script and arguments of an npm command; null: another command. */
function npmOf(command: string): { script: string; args: string[] } | null {
  const m = /^(?:[A-Z_]+=\S+ )*npm (?:run )?(\S+)(?: -- (.*)| (.*))?$/.exec(command)
  if (!m) return null
  return { script: m[1], args: (m[2] ?? m[3] ?? '').split(/\s+/).filter((a) => a !== '') }
}

let database: FreshDatabase
let dir: string
beforeAll(async () => {
  database = await freshDatabase()
  dir = await mkdtemp(join(tmpdir(), 'forebay-commands-'))
})
afterAll(async () => {
  await database.drop()
  rmSync(dir, { recursive: true, force: true })
})

/** Runs an npm command on a database of the test. */
function program(command: string, url = database.url) {
  const { script, args } = npmOf(command)!
  const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: dir, LANG: 'en_US.UTF-8' }
  return run(process.execPath, [...PROGRAMS[script], ...args], { cwd: ROOT, env, maxBuffer: 1 << 26 })
}

test('every printed command is one that is run here, or an existing script', () => {
  expect(printed.length).toBeGreaterThan(15)
  const scripts = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts as Record<
    string,
    string
  >
  const unknown = printed.filter(({ command }) => {
    const npm = npmOf(command)
    if (npm) {
      const [, file] = (scripts[npm.script] ?? '').split(' ')
      if (file === undefined || !existsSync(join(ROOT, file))) return true
      if (file.endsWith('run.js') && !readFileSync(join(ROOT, file), 'utf8').includes(npm.script)) return true
      const paths = npm.args.filter((a) => /^(tests|docs|core|server|client)\//.test(a))
      if (paths.some((path) => !existsSync(join(ROOT, path)))) return true
      return !(npm.script in PROGRAMS) && !LONG.test(npm.script)
    }
    if (command.startsWith('node_modules/.bin/')) return !existsSync(join(ROOT, command.split(' ')[0]))
    return !/^(curl|grep) /.test(command)
  })
  expect(unknown).toEqual([])
})

test('a printed search is valid: it finds something, or there is nothing to find', async () => {
  for (const { command } of printed.filter((p) => p.command.startsWith('grep '))) {
    const code = await run('bash', ['-c', command], { cwd: ROOT, maxBuffer: 1 << 26 }).then(
      () => 0,
      (error: { code: number }) => error.code,
    )
    expect(code, command).toBeLessThan(2)
  }
})

describe('over one database, in order', () => {
  const imports = printed.filter(({ page, command }) => page === 'docs/plant.md' && npmOf(command))

  test('docs/plant.md sets up its example, imports its record and its curve', async () => {
    expect(imports).toHaveLength(3)
    for (const { command } of imports) await program(command)
    const [{ n }] = await database.db.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM description WHERE hydro_code = 'HOVIDU' AND noun = 'table'",
    )
    expect(n).toBeGreaterThan(1)
    const rest = printed.filter(
      ({ command }) => npmOf(command)?.script === 'import' && !imports.some((i) => i.command === command),
    )
    for (const { command } of rest.filter((r) => !/--new-plant/.test(r.command))) await program(command)
  })

  test('readings sent to a running server are accepted', async () => {
    const server = await startServer({
      dataDir: dir,
      env: { DATABASE_URL: database.url, INGEST_TOKEN: 'my-secret-token', ADMIN_PASSWORD: 'Forebay-2026' },
    })
    try {
      const curls = printed.filter(({ command }) => command.startsWith('curl '))
      expect(curls.length).toBeGreaterThan(1)
      for (const { command } of curls) {
        // The present time, as on the page.
        const now = new Date().toISOString().slice(0, 19) + 'Z'
        const line = command
          .replaceAll('http://127.0.0.1:8080', server.url)
          .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00/, now)
        const { stdout } = await run('bash', ['-c', `${line} -sS`])
        const answer = JSON.parse(stdout) as { data: { rejected?: unknown[] } }
        expect(answer, command).toMatchObject({ status: 'success' })
        // A refused reading is no refused call.
        expect(answer.data.rejected ?? [], command).toEqual([])
      }
    } finally {
      await server.stop()
    }
  })

  test('a backup can be restored elsewhere', async () => {
    const commands = printed.map((p) => p.command)
    const backup = commands.find((c) => npmOf(c)?.script === 'backup')!
    const restore = commands.find((c) => npmOf(c)?.script === 'restore')!
    await program(backup)
    const [file] = readdirSync(join(dir, 'backups'))
    const other = await emptyDatabase()
    try {
      await program(restore.replace('FILE', join(dir, 'backups', file)), other.url)
    } finally {
      await other.drop()
    }
  })
})

describe('where the data folder cannot be created', () => {
  // A command that hangs is killed, so that the failing test leaves no process behind.
  const start = (args: string[], env: Record<string, string>) =>
    run(process.execPath, args, {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...env },
      timeout: 60_000,
      killSignal: 'SIGKILL',
    })

  test('the import refuses, for its embedded database and for its key', async () => {
    const args = [...PROGRAMS.import, '--new-plant', 'docs/example-plant.json']
    const DATA_DIR = join(ROOT, 'package.json', 'data')
    const refusal = { stderr: expect.stringContaining(`DATA_DIR=${DATA_DIR} is a file, or lies below one`) }
    await expect(start(args, { DATA_DIR })).rejects.toMatchObject(refusal)
    await expect(start(args, { DATA_DIR, DATABASE_URL: database.url })).rejects.toMatchObject(refusal)
  })

  test('a restore into a folder below /proc refuses, and does not hang', async () => {
    const args = [...PROGRAMS.restore, 'package.json', '--into', '/proc/forebay']
    await expect(start(args, { DATA_DIR: dir })).rejects.toMatchObject({
      stderr: expect.stringContaining('DATA_DIR=/proc/forebay cannot be used'),
    })
  })
})
