import type { EditRow } from '#contract/edits.ts'
import { signed, type Language } from '../../lib/format.ts'
import { fillText } from '../../lib/text/fill.ts'
import type { Text } from '../../lib/text/index.ts'
import { unitWords } from '../../parts/devices/index.ts'
import { editDecimalsOf, editWithUnit } from './units.ts'

/** Describes an edit beyond its kind: to which value, by how much, to which grade. */
export function detailOf(a: EditRow, unit: string, texts: Text, language: Language): string {
  const words = texts.edits.acts
  const by = (v: number | null) => `${signed(v, editDecimalsOf(unit))} ${unitWords(unit, language)}`.trim()
  switch (a.kind) {
    case 'replace':
      return a.value === null
        ? fillText(words.toPoints, language, { n: a.points ?? 0 })
        : fillText(words.toValue, language, { value: editWithUnit(a.value, unit, language) })
    case 'offset':
      return by(a.b)
    case 'drift':
      return fillText(words.drift, language, { b0: by(a.b0), b1: by(a.b1) })
    case 'flag':
      return (texts.edits.gradeOf as Record<string, string>)[String(a.grade)] ?? ''
    default:
      return ''
  }
}
