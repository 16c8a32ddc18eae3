import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { prepareDataDir } from './data-dir.ts'

const made: string[] = []
afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true })
})
function folder(): string {
  made.push(mkdtempSync(join(tmpdir(), 'forebay-data-')))
  return made.at(-1)!
}

test('a missing folder is made, readable by its owner only', () => {
  const dir = join(folder(), 'a', 'b')
  prepareDataDir(dir)
  expect(statSync(dir).mode & 0o777).toBe(0o700)
  prepareDataDir(dir)
})

test('a file, or a folder below a file, is refused', () => {
  const file = join(folder(), 'var')
  writeFileSync(file, '')
  for (const dir of [file, join(file, 'data')])
    expect(() => prepareDataDir(dir)).toThrow(`DATA_DIR=${dir} is a file, or lies below one: name a folder`)
})

test.skipIf(process.getuid?.() === 0)('a folder of another user is refused', () => {
  const dir = folder()
  chmodSync(dir, 0o500)
  expect(() => prepareDataDir(dir)).toThrow('cannot be written by this user')
  chmodSync(dir, 0o700)
})

test('a file system without files of its own is refused', () => {
  expect(() => prepareDataDir('/proc/forebay')).toThrow(/^DATA_DIR=\/proc\/forebay cannot be used/)
})
