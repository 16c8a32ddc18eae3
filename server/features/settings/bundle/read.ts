import { bundle, BUNDLE_FORMAT, BUNDLE_VERSION, type Bundle } from '#contract/changes.ts'
import type { FieldError } from '#contract/envelope.ts'
import { text, type Language, type MessageCode } from '#contract/messages.ts'
import { fieldErrors } from '#contract/field-errors.ts'
import { badFields, badRequest, refuseField } from '#server/lib/errors.ts'
import { BODIES } from '#contract/seed/bodies.ts'
import { itemWords } from '../words.ts'
import { bundleFiles, itemKeyOf, normal, type Item } from './content.ts'
import { isOrdered } from './periods.ts'
import { sumOf } from './write.ts'

/** The content of a file, validated. */
export interface BundleContent {
  bundle: Bundle
  items: Item[]
}

/** Most faults reported at once. */
const MOST = 50

/**
 * Reads a configuration file. Throws 400 with every fault: another kind of file, a newer version, damaged, or invalid
 * content.
 */
export function readBundle(
  value: unknown,
  here: { hydroCode: string; otherPlant: boolean },
  language: Language,
): BundleContent {
  const file = (typeof value === 'object' && value !== null ? value : {}) as Partial<Bundle>
  const refuse = (code: MessageCode, params: Record<string, string | number> = {}) =>
    refuseField(language, 'bundle', code, params)
  if (file.format !== BUNDLE_FORMAT) throw refuse('bundle_format')
  if (typeof file.version === 'number' && file.version > BUNDLE_VERSION)
    throw refuse('bundle_newer', { product: String(file.product ?? '?') })
  // Also detects files that were truncated or edited by hand.
  if (typeof file.sha256 !== 'string' || file.sha256 !== sumOf(String(file.hydro_code), file.content))
    throw refuse('bundle_damaged')
  const parsed = bundle.safeParse(value)
  if (!parsed.success) {
    const errors = fieldErrors(parsed.error, language, 'bundle').slice(0, MOST)
    throw badFields(errors)
  }
  if (parsed.data.hydro_code !== here.hydroCode && !here.otherPlant)
    throw refuse('bundle_other_plant', { file: parsed.data.hydro_code, here: here.hydroCode })

  const errors: FieldError[] = []
  const items = itemsOf(parsed.data, language, errors)
  const held = new Set(parsed.data.content.files.map((f) => f.id))
  for (const id of bundleFiles(items.flatMap((i) => i.periods.map((period) => period.body))))
    if (!held.has(id))
      errors.push({
        path: `bundle.content.files`,
        code: 'not_found',
        message: text('not_found', language, { what: id }),
      })
  if (errors.length > 0) throw faults(errors)
  return { bundle: parsed.data, items }
}

export function faults(errors: readonly FieldError[]) {
  return badRequest(
    'invalid_body',
    { path: errors[0].path, detail: errors[0].message },
    errors.slice(0, MOST),
  )
}

function itemsOf(file: Bundle, language: Language, errors: FieldError[]): Item[] {
  const seen = new Set<string>()
  return file.content.items.map((item) => {
    const { noun, id } = item
    const what = itemWords(noun, id, language)
    const report = (path: string, code: string, message: string) =>
      errors.push({ path: `${noun}.${id}${path ? `.${path}` : ''}`, code, message: `${what}: ${message}` })
    if (seen.has(itemKeyOf(item))) report('', 'code_taken', text('code_taken', language, { code: id }))
    seen.add(itemKeyOf(item))
    const periods = item.periods.map((p) => {
      const body = BODIES[noun].safeParse(p.body)
      if (!body.success)
        for (const e of fieldErrors(body.error, language)) report(e.path, e.code, `${e.path}: ${e.message}`)
      return {
        from: p.from === null ? null : Date.parse(p.from),
        to: p.to === null ? null : Date.parse(p.to),
        body: body.success ? normal(noun, p.body) : p.body,
      }
    })
    if (!isOrdered(periods)) report('periods', 'invalid_range', text('periods_overlap', language))
    return { noun, id, periods }
  })
}
