import { expect, test } from 'vitest'
import { createUploads } from './uploads.ts'

const MiB = 1024 * 1024
const busy = expect.objectContaining({ status: 429, code: 'busy' })

test('each caller has a limit, which leaves room for others', () => {
  const uploads = createUploads()
  const [first, second, other, third] = ['a', 'a', 'b', 'c'].map((caller) => uploads.enter(caller))
  first.take(32 * MiB)
  expect(() => second.take(32 * MiB)).toThrow(busy)
  other.take(32 * MiB)
  expect(() => third.take(MiB)).toThrow(busy)
  first.leave()
  second.take(32 * MiB)
  expect(uploads.gauges()).toEqual({ forebay_body_bytes_under_way: 64 * MiB })
})

test('a body larger than the limit passes while it is alone', () => {
  const uploads = createUploads()
  const [large, next] = [uploads.enter('a'), uploads.enter('b')]
  large.take(100 * MiB)
  expect(() => next.take(MiB)).toThrow(busy)
  large.leave()
  large.leave()
  next.take(MiB)
})

test('ordinary calls pass while large ones fill the room, up to a limit', () => {
  const uploads = createUploads()
  uploads.enter('a').take(100 * MiB)
  const small = uploads.enter('b')
  expect(() => small.take(MiB)).toThrow(busy)
  const one = createUploads()
  one.enter('a').take(64 * MiB)
  for (let i = 0; i < 256; i++) one.enter('b').take(64 * 1024)
  expect(() => one.enter('b').take(64 * 1024)).toThrow(busy)
})

test('a body without a length is counted as it grows', () => {
  const uploads = createUploads()
  uploads.enter('b').take(MiB)
  const room = uploads.enter('a')
  for (let i = 0; i < 63; i++) room.take(MiB)
  expect(() => room.take(MiB)).toThrow(busy)
  room.leave()
  uploads.enter('a').take(63 * MiB)
})
