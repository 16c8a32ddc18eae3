import { expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from './index.ts'

/** Fields of a call that enlarge its answer, or what is read for it. */
const GROWS = ['px', 'max_rows', 'rows', 'limit']

/** Calls with such fields whose answer is small nevertheless, and what limits them. */
const SMALL: Record<string, string> = {
  listAudit: '25 a page',
  listRuns: 'at most 200',
  listReviews: 'the newest 500',
  previewUndo: 'a preview: one at a time of all callers, at most 4,000 px of five series',
  checkUpload: 'what the file sent holds, at most a million cells',
  uploadStationZq: 'what was stored, without rows',
  uploadOutletXa: 'what was stored, without rows',
  saveStationZq: 'what was stored, without rows',
  getOwnAvatar: 'at most 2 MB',
  getAvatar: 'at most 2 MB',
  getCameraFrame: 'one picture, kept once for all',
  getTemplate: 'a fixed file',
}

const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject
    ? Object.keys(schema.shape)
    : schema instanceof z.ZodUnion
      ? schema.options.flatMap((one) => fieldsOf(one as z.ZodType))
      : []

test('every call whose answer grows with its request takes turns', () => {
  const missing = [...operations]
    .filter(([name, e]) => !e.large && !e.changes && !(name in SMALL))
    .filter(([, e]) => {
      const fields = [...fieldsOf(e.query), ...fieldsOf(e.body)]
      return GROWS.some((f) => fields.includes(f)) || (fields.includes('from') && fields.includes('to'))
    })
    .map(([name]) => name)
  expect(missing).toEqual([])
})

test('every file that grows with its content takes turns as well', () => {
  const files = [...operations].filter(([name, e]) => e.answer === 'binary' && !e.large && !(name in SMALL))
  expect(files.map(([name]) => name)).toEqual([])
})
