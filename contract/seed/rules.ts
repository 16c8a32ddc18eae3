import { z } from 'zod'
import { LONGEST_METER_EVERY } from '#core/description/index.ts'
import { fromLocal } from '#core/time/index.ts'
import type { MessageCode } from '../messages.ts'
import { code, requiredLine } from '../validation.ts'

/** Rules shared by several items of a description. Issues have a message code. */

export const seedId = z
  .string()
  .min(1, code('required'))
  .max(60, code('too_long'))
  .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/, code('id_rule'))
export const name = requiredLine(200)
export const number = z.number({
  error: ({ code, input }) =>
    code !== 'invalid_type' ? undefined : input === undefined || input === null ? 'required' : 'not_a_number',
})
export const positive = number.positive(code('above_zero'))
export const notNegative = number.min(0)
/** yyyy-MM-dd, or empty. */
export const isDateOrNone = (text: string) =>
  text === '' || (text.length === 10 && fromLocal(text, 'UTC') !== null)
export const share = number.min(0).max(1)
export const whole = number.int(code('whole_number'))
export const seconds = whole.positive(code('above_zero')).max(86_400 * 366)
export const minutes = whole.min(0).max(1439)
/** Level above a datum, m: values outside are below any shore or above any lake, so in another unit. */
export const elevation = number.min(-500).max(9000)
/** Largest gain or offset of a calibration; beyond it lies a typing error, or malice. */
export const MOST = 1e6
export const gain = number
  .refine((g) => g !== 0, code('not_zero'))
  .min(-MOST)
  .max(MOST)
  .default(1)
export const latitude = number.min(-90).max(90)
export const longitude = number.min(-180).max(180)
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
/** MM-DD of a leap year. */
export const monthDay = z.string().refine((s) => {
  const [, m, d] = /^(\d{2})-(\d{2})$/.exec(s) ?? []
  return m !== undefined && +d >= 1 && +d <= (MONTH_DAYS[+m - 1] ?? 0)
}, code('month_day'))

type Context = z.core.$RefinementCtx<unknown>
type Values = readonly (readonly [path: PropertyKey, value: number | null | undefined])[]

/** Adds an issue at each value below the one before it; unknown ones are skipped. */
export function rising(c: Context, values: Values, message: MessageCode): void {
  let before: number | null = null
  for (const [path, value] of values) {
    if (value === null || value === undefined) continue
    if (before !== null && value < before)
      c.addIssue({ code: 'custom', path: [path], message, params: { min: before }, input: value })
    before = value
  }
}

/** Adds an issue at each code that occurs a second time in a list. */
export function twice(c: Context, list: readonly string[], path: (i: number) => PropertyKey[]): void {
  list.forEach((one, i) => {
    if (list.indexOf(one) < i)
      c.addIssue({
        code: 'custom',
        path: path(i),
        message: 'listed_twice',
        params: { code: one },
        input: one,
      })
  })
}

/** Seconds of an interval of a meter: its energy is split into steps of at most half an hour. */
export const meterEvery = whole.min(60).max(LONGEST_METER_EVERY)
