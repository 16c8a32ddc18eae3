import { expect, test } from 'vitest'
import { eventsOf, type Recorded } from './events.ts'

let made = 0
const version = (given: Partial<Recorded> & Pick<Recorded, 'recorded_at' | 'body'>): Recorded => ({
  version: `ve_${made++}`,
  from: null,
  to: null,
  recorded_by_name: 'An',
  reason: null,
  superseded_at: null,
  superseded_by_name: null,
  superseded_reason: null,
  ...given,
})
const first = { name: 'H1', qmax: 40 }
const second = { name: 'H1', qmax: 45 }

test('an added item lists all of it once', () => {
  expect(eventsOf([version({ recorded_at: 10, body: first })])).toEqual([
    {
      at: 10,
      author: 'An',
      reason: null,
      kind: 'add',
      from: null,
      to: null,
      differences: [
        { path: ['name'], before: null, after: 'H1' },
        { path: ['qmax'], before: null, after: 40 },
      ],
    },
  ])
})

test('a change from a date is one edit; what stays before it is none', () => {
  const events = eventsOf([
    version({ recorded_at: 20, body: second, from: 500, reason: 'new runner', recorded_by_name: 'Binh' }),
    version({ recorded_at: 20, body: first, to: 500, recorded_by_name: 'Binh' }),
    version({ recorded_at: 10, body: first, superseded_at: 20, superseded_by_name: 'Binh' }),
  ])
  expect(events.map((e) => e.kind)).toEqual(['change', 'add'])
  expect(events[0]).toMatchObject({
    at: 20,
    author: 'Binh',
    reason: 'new runner',
    from: 500,
    to: null,
    differences: [{ path: ['qmax'], before: 40, after: 45 }],
  })
})

test('a correction of the whole period, and one that changes nothing', () => {
  const corrected = [
    version({ recorded_at: 20, body: second }),
    version({ recorded_at: 10, body: first, superseded_at: 20 }),
  ]
  expect(eventsOf(corrected)[0]).toMatchObject({ kind: 'change', differences: [{ path: ['qmax'] }] })
  const same = [
    version({ recorded_at: 20, body: first }),
    version({ recorded_at: 10, body: first, superseded_at: 20 }),
  ]
  expect(eventsOf(same)[0]).toMatchObject({ kind: 'change', differences: [] })
})

test('a retirement from a date has author, reason and period', () => {
  const [event] = eventsOf([
    version({ recorded_at: 30, body: first, to: 900 }),
    version({
      recorded_at: 10,
      body: first,
      superseded_at: 30,
      superseded_by_name: 'Chi',
      superseded_reason: 'taken down',
    }),
  ])
  expect(event).toEqual({
    at: 30,
    author: 'Chi',
    reason: 'taken down',
    kind: 'retire',
    from: 900,
    to: null,
    differences: [],
  })
})

test('a complete retirement leaves nothing and is still listed', () => {
  const [event] = eventsOf([
    version({ recorded_at: 10, body: first, superseded_at: 30, superseded_by_name: 'Chi' }),
  ])
  expect(event).toMatchObject({ at: 30, author: 'Chi', kind: 'retire', from: null, to: null })
})

test('an item that comes back is added again', () => {
  const events = eventsOf([
    version({ recorded_at: 40, body: second, from: 2000 }),
    version({ recorded_at: 30, body: first, to: 900 }),
    version({ recorded_at: 10, body: first, superseded_at: 30 }),
  ])
  expect(events.map((e) => [e.kind, e.from])).toEqual([
    ['add', 2000],
    ['retire', 900],
    ['add', null],
  ])
})

test('elements of a list are named by their names, not by random ids', () => {
  const before = { leaves: [{ id: 'leaf_x1', name: 'Cửa 1' }] }
  const after = {
    leaves: [
      { id: 'leaf_x1', name: 'Cửa 1', openingSeries: 'gate.1.opening' },
      { id: 'leaf_x2', name: 'Cửa 2' },
    ],
  }
  const [event] = eventsOf([
    version({ recorded_at: 20, body: after }),
    version({ recorded_at: 10, body: before, superseded_at: 20 }),
  ])
  expect(event.differences).toEqual([
    { path: ['leaves', '#Cửa 1', 'openingSeries'], before: null, after: 'gate.1.opening' },
    { path: ['leaves', '#Cửa 2', 'name'], before: null, after: 'Cửa 2' },
  ])
})
