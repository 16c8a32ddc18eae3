import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT, findNode } from './project.js'

// Memory settings for a small machine: less room for young objects, fewer arenas of malloc, some 80 MB less in all.
const SMALL = ['--max-semi-space-size=8']

/**
 * Starts the server: in this process where its Node can run it, else in a child that gets this one's signals and
 * returns its exit code.
 * @param {string} file
 */
export async function handOver(file) {
  process.chdir(ROOT)
  const path = join(ROOT, file)
  const node = findNode()
  if (node === process.execPath) {
    await import(pathToFileURL(path).href)
    return
  }
  const leash = pathToFileURL(join(ROOT, 'bin', 'leash.js')).href
  const child = spawn(node, [...SMALL, '--import', leash, path, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { MALLOC_ARENA_MAX: '2', ...process.env },
  })
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => setTimeout(() => child.connected && child.send({ signal }), 100))
  child.once('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    for (const name of ['SIGINT', 'SIGTERM']) process.removeAllListeners(name)
    process.kill(process.pid, signal)
  })
}
