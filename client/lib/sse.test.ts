import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSseParser, type SseEvent } from './sse.ts'

const TEXT =
  ': hello\n\nid: b:1\nevent: snapshot\ndata: {"a":1}\n\n' +
  'event:change\r\ndata: one\r\ndata:two\r\n\r\n' +
  'data\n\nevent: beat\n\nid: b:2\rdata: ươ đậ\r\rretry: 5\ndata: last\n\n'
const EVENTS: SseEvent[] = [
  { id: 'b:1', event: 'snapshot', data: '{"a":1}' },
  { id: 'b:1', event: 'change', data: 'one\ntwo' },
  { id: 'b:1', event: 'message', data: '' },
  { id: 'b:2', event: 'message', data: 'ươ đậ' },
  { id: 'b:2', event: 'message', data: 'last' },
]

test('events are parsed', () => {
  expect(createSseParser()(TEXT)).toEqual(EVENTS)
})

test('events are parsed from arbitrary chunks', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: TEXT.length })), (cuts) => {
      const parse = createSseParser()
      const at = [0, ...cuts.sort((a, b) => a - b), TEXT.length]
      const out = at.slice(1).flatMap((end, i) => parse(TEXT.slice(at[i], end)))
      expect(out).toEqual(EVENTS)
    }),
  )
})

test('a leading byte order mark is skipped, an unfinished event waits', () => {
  const parse = createSseParser()
  expect(parse('\ufeffdata: a\n\ndata: b\n')).toEqual([{ id: '', event: 'message', data: 'a' }])
  expect(parse('\n')).toEqual([{ id: '', event: 'message', data: 'b' }])
})
