import type { EditRow } from '#contract/edits.ts'
import { signed, type Language } from '../../lib/format.ts'
import type { Text } from '../../lib/text/index.ts'
import { unitWords } from '../../parts/devices/index.ts'
import { editDecimalsOf, editWithUnit } from './units.ts'

/** What an act does beyond its kind: to which value, by how much, to which grade. */
export function detailOf(a: EditRow, unit: string, texts: Text, language: Language): string {
  const words = texts.edits.acts
  const by = (v: number | null) => `${signed(v, editDecimalsOf(unit))} ${unitWords(unit, language)}`.trim()
  switch (a.kind) {
    case 'replace':
      return a.value === null
        ? words.toPoints.replace('{{n}}', String(a.points ?? 0))
        : words.toValue.replace('{{value}}', editWithUnit(a.value, unit, language))
    case 'offset':
      return by(a.b)
    case 'drift':
      return words.drift.replace('{{b0}}', by(a.b0)).replace('{{b1}}', by(a.b1))
    case 'flag':
      return (texts.edits.gradeOf as Record<string, string>)[String(a.grade)] ?? ''
    default:
      return ''
  }
}
