import { z } from 'zod'
import { SERIES_KINDS, seriesCode } from '#contract/readings.ts'
import { QUANTITIES, isUnit, type QuantityName, type Unit } from '#core/quantities.ts'
import { isZone } from '#core/time/index.ts'
import { TIME_WORDS, patternOf } from '../lib/read/local-instant.ts'

const QUANTITY_NAMES = Object.keys(QUANTITIES) as [QuantityName, ...QuantityName[]]
const unit = z.string().transform((text, c): Unit => {
  if (isUnit(text)) return text
  c.addIssue({ code: 'custom', message: 'unknown_unit', params: { unit: text }, input: text })
  return z.NEVER
})
const noData = z.array(z.union([z.number(), z.string()]))

/** One column of the file and its series. */
const columnMapping = z.strictObject({
  /** Its name in the header, or its number from 1 (#3). */
  column: z.union([z.string().min(1), z.number().int().positive()]),
  series: seriesCode,
  /** Unit in the file. */
  unit,
  /** For a new series: its unit (else that of the file), kind, step and name. */
  as: unit.optional(),
  kind: z.enum(SERIES_KINDS).optional(),
  step: z.number().int().positive().nullable().optional(),
  name: z.string().trim().min(1).max(200).optional(),
  /** The measured quantity, which determines whether negative values are possible. */
  quantity: z.enum(QUANTITY_NAMES).optional(),
  noData: noData.optional(),
  /** In the unit of the file; values outside are stored as REJECTED, visible but never used. */
  min: z.number().optional(),
  max: z.number().optional(),
  /** Means and totals are stamped at the end of their interval; `start` moves stamps there. */
  stamp: z.enum(['start', 'end']).optional(),
})
export type ColumnMapping = z.infer<typeof columnMapping>

export const mappingSchema = z.strictObject({
  plant: z.string().min(1),
  /** Column of the time; or of the date and of the time of day. */
  time: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(2)]),
  timeFormat: z
    .string()
    .default('auto')
    .superRefine((format, c) => {
      if (TIME_WORDS.test(format)) return
      try {
        patternOf(format)
      } catch {
        c.addIssue({ code: 'custom', message: 'time_pattern', params: { format } })
      }
    }),
  /** Zone of times without an offset; by default the plant's. */
  zone: z.string().refine(isZone, { error: 'unknown_zone' }).optional(),
  noData: noData.default([]),
  delimiter: z.string().length(1).optional(),
  decimal: z.enum(['.', ',']).optional(),
  /** Line of the names; 0: none. */
  header: z.number().int().min(0).optional(),
  sheet: z.string().optional(),
  columns: z
    .array(columnMapping)
    .min(1)
    .superRefine((columns, c) => {
      const seen = new Set<string>()
      columns.forEach(({ series }, i) => {
        if (seen.has(series))
          c.addIssue({
            code: 'custom',
            path: [i, 'series'],
            message: 'listed_twice',
            params: { code: series },
          })
        seen.add(series)
      })
    }),
})
export type Mapping = z.infer<typeof mappingSchema>
export type MappingInput = z.input<typeof mappingSchema>

/**
 * Parses COLUMN=SERIES:UNIT[:KIND[:STEP]]. STEP in seconds, `-` for none. Further properties of a column need a mapping
 * file.
 */
export function parseMap(text: string): Record<string, unknown> {
  const at = text.lastIndexOf('=')
  if (at <= 0) throw new RangeError(`--map ${text}: COLUMN=SERIES:UNIT[:KIND[:STEP]]`)
  const [series, unitName, kind, step] = text.slice(at + 1).split(':')
  const column = text.slice(0, at).trim()
  return {
    column: /^#\d+$/.test(column) ? Number(column.slice(1)) : column,
    series,
    unit: unitName ?? '',
    ...(kind ? { kind } : {}),
    ...(step ? { step: step === '-' ? null : Number(step) } : {}),
  }
}

/** Index of a column by its name or number; -1: none, -2: several of that name. */
export function columnAt(columns: readonly string[], wanted: string | number): number {
  if (typeof wanted === 'number') return wanted <= columns.length ? wanted - 1 : -1
  const number = /^#(\d+)$/.exec(wanted)
  if (number) return columnAt(columns, Number(number[1]))
  for (const same of [
    (name: string) => name === wanted,
    (name: string) => name.trim().toLowerCase() === wanted.trim().toLowerCase(),
  ]) {
    const found = columns.flatMap((name, i) => (same(name) ? [i] : []))
    if (found.length > 1) return -2
    if (found.length === 1) return found[0]
  }
  return -1
}
