import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { ROOT, commandOf, findNode, say } from './project.js'

/** Runs server and pages at one address, each reloaded when its files change. */
export async function dev() {
  const host = process.env.HOST ?? '127.0.0.1'
  const port = process.env.PORT ?? '8080'
  const address = `http://${host}:${port}`
  const inner = String(await freePort())
  const node = findNode()
  const server = spawn(node, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    // Pages, cookies and messages use the address that people open.
    env: { PUBLIC_URL: address, ...process.env, HOST: '127.0.0.1', PORT: inner },
  })
  // Hides the server's own address, which is not the one to open.
  server.stdout.on('data', (/** @type {Buffer} */ text) =>
    process.stdout.write(text.toString().replaceAll(`http://127.0.0.1:${inner}`, address)),
  )
  const pages = spawn(
    node,
    [commandOf('vite'), '--host', host, '--port', port, '--strictPort', '--logLevel', 'warn'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, API_ORIGIN: `http://127.0.0.1:${inner}` },
    },
  )
  say(`reloading on change: ${address}`)

  const children = [server, pages]
  const stop = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // Each is useless without the other.
  const codes = await Promise.all(
    children.map((child) => new Promise((done) => child.once('exit', (code) => (stop(), done(code ?? 0))))),
  )
  return Math.max(...codes)
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
