import { z } from 'zod'

/** Means "absent", only here and only in the calls that the specification names. */
export const ABSENT = -1

/**
 * A value for a call of the specification: -1 when absent. Readers decide by `quality` beside it, never by the number.
 */
export function wireValue(v: number | null | undefined): number {
  return v === null || v === undefined || Number.isNaN(v) ? ABSENT : v
}

/** Rounds for the wire: at most 6 decimals. Keeps null. */
export function round(v: number, decimals = 6): number {
  const f = 10 ** decimals
  return Math.round(v * f) / f
}

/** Local time of the plant on the wire: yyyy-MM-dd, optionally with HH:mm and ss. */
export const localTime = z
  .string()
  .regex(/^(19|20|21)\d{2}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?)?$/, 'yyyy-MM-dd HH:mm:ss')

/** An instant of a plant in answers: its local time, yyyy-MM-dd HH:mm:ss. */
export const localString = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)

/** A past instant as of which to answer: local time of the plant, or epoch ms. */
export const knownAt = z.union([localTime, z.string().regex(/^\d{10,15}$/), z.number().int().min(0)])

/** Quality byte (core/quality). */
export const quality = z.number().int().min(0).max(255)

/**
 * A series in columns: t[0] is epoch ms, each further t the difference to the one before.
 * v: value or null. q: quality bytes, absent when all are 0. raw: as stored, else thinned.
 */
export const column = z.object({
  unit: z.string(),
  kind: z.enum(['instant', 'mean', 'total', 'step']),
  raw: z.boolean(),
  t: z.array(z.number()).describe('t[0]: epoch ms; each further one: ms since the one before'),
  v: z.array(z.number().nullable()),
  q: z.array(z.number()).optional(),
  /** Minimum and maximum of each step, where values are of steps. */
  min: z.array(z.number().nullable()).optional(),
  max: z.array(z.number().nullable()).optional(),
  /** Readings that were rejected: shown beside the line, never used. */
  rejected: z.object({ t: z.array(z.number()), v: z.array(z.number().nullable()) }).optional(),
})
export type Column = z.infer<typeof column>
