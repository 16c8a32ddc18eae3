import { z } from 'zod'
import type { MessageCode } from './messages.ts'

/**
 * Validation of user input, for client and server. An issue has a message code, never a sentence: `fieldErrors` of
 * field-errors.ts adds the text.
 */
export const LIMITS = {
  username: { min: 4, max: 60 },
  password: { min: 8, max: 200 },
  email: { max: 254 },
  fullName: { max: 200 },
  phone: { max: 20 },
  address: { max: 300 },
  position: { max: 100 },
  accountCode: { max: 60 },
  roleName: { max: 100 },
  reason: { max: 500 },
  search: { max: 200 },
} as const

/** 10 digits in groups 3-3-4; parentheses around the first, a dash, dot or space between. */
const PHONE = /^(?:\(\d{3}\)|\d{3})[-. ]?\d{3}[-. ]?\d{4}$/
/** No control characters, and none that change the direction of text. */
const PLAIN = /^[^\p{Cc}\u202A-\u202E\u2066-\u2069]*$/u
/** Visible text: characters without width alone count as empty. */
const SEEN = /[^\p{Cf}\p{Z}]/u
const PLAIN_LINES = /^(?:[^\p{Cc}\u202A-\u202E\u2066-\u2069]|\n|\t)*$/u

/** The message of a check, by its code. */
export const code = (c: MessageCode) => ({ error: c })

/** A line of text, trimmed. */
export const line = (max: number) =>
  z.string().trim().normalize('NFC').max(max, code('too_long')).regex(PLAIN, code('bad_characters'))

/** A line that is required. */
export const requiredLine = (max: number) => line(max).regex(SEEN, code('required'))

/** An optional line: empty is null. */
export const optionalLine = (max: number) =>
  line(max)
    .transform((v) => (v === '' ? null : v))
    .nullable()

export const username = z
  .string()
  .min(1, code('required'))
  .max(LIMITS.username.max, code('too_long'))
  .regex(/^[A-Za-z0-9]{4,}$/, code('username_rule'))

/** A password to be set. */
export const newPassword = z
  .string()
  .min(1, code('required'))
  .max(LIMITS.password.max, code('too_long'))
  .refine(passwordRule, code('password_rule'))

/** An entered password: any text that could be one. */
export const enteredPassword = z.string().min(1, code('required')).max(LIMITS.password.max, code('too_long'))

/** At least 8 characters with a digit, a lower-case and an upper-case letter; special characters are allowed. */
export function passwordRule(value: string): boolean {
  return (
    value.length >= LIMITS.password.min && /\d/.test(value) && /\p{Ll}/u.test(value) && /\p{Lu}/u.test(value)
  )
}

const isEmail = (v: string) => z.regexes.email.test(v)

export const email = z
  .string()
  .trim()
  .min(1, code('required'))
  .max(LIMITS.email.max, code('too_long'))
  .refine(isEmail, code('email_rule'))

export const optionalEmail = z
  .string()
  .trim()
  .max(LIMITS.email.max, code('too_long'))
  .refine((v) => v === '' || isEmail(v), code('email_rule'))
  .transform((v) => (v === '' ? null : v))
  .nullable()

export const optionalPhone = z
  .string()
  .trim()
  .refine((v) => v === '' || PHONE.test(v), code('phone_rule'))
  .transform((v) => (v === '' ? null : v))
  .nullable()

/** The reason for a change; optional. */
export const reason = z
  .string()
  .trim()
  .max(LIMITS.reason.max, code('too_long'))
  .regex(PLAIN_LINES, code('bad_characters'))
  .transform((v) => (SEEN.test(v) ? v : null))
  .nullable()

/** Id of an item, of a part of it or of a version, as a parameter or in a body. */
export const objectId = z.string().min(1).max(130)

/** An id that the server made, as a parameter or in a body. */
export const id = z
  .string()
  .max(60, code('wrong_format'))
  .regex(/^[\w.-]+$/, code('wrong_format'))

/** A reservoir by its code, or '*' for every one. */
export const reservoir = z
  .string()
  .min(1, code('required'))
  .max(60, code('too_long'))
  .regex(/^(?:\*|[\w.-]+)$/, code('wrong_format'))

/** Search text of a list; empty finds everything. */
export const search = line(LIMITS.search.max)

/** Rows of a page. */
export const PAGE_SIZE = 25
export const page = z.coerce
  .number()
  .int(code('wrong_format'))
  .min(1, code('wrong_format'))
  .max(100_000, code('wrong_format'))
