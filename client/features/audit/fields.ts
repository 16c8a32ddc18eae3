import { getAuditOptions } from '#contract/audit.ts'
import { useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import type { FilterField } from '../../ui/filter/index.tsx'
import type { AuditFilter } from './filter.ts'
import { auditActWords, nounWords } from './words.ts'

/** Fields of the filter, with the actions and nouns that occur in the log. */
export function useFilterFields(filter: AuditFilter): FilterField<AuditFilter>[] {
  const { t, texts, language } = useText()
  const options = useRead(getAuditOptions, {}, { failed: 'load_options_failed' }).data
  const listed = (words: readonly string[] = [], name: (w: string) => string, chosen: string | null) =>
    [...new Set([...words, ...(chosen ? [chosen] : [])])]
      .map((w) => ({ value: w, label: name(w) }))
      .sort((a, b) => a.label.localeCompare(b.label, language))
  return [
    { kind: 'days', name: 'days', label: t('audit.range'), any: t('audit.anyDay'), width: 250, wide: true },
    { kind: 'text', name: 'actor', label: t('audit.actor'), icon: 'user', width: 180 },
    {
      kind: 'choice',
      name: 'act',
      label: t('audit.act'),
      any: t('audit.anyAct'),
      options: listed(options?.acts, (w) => auditActWords(w, texts), filter.act),
    },
    {
      kind: 'choice',
      name: 'noun',
      label: t('audit.on'),
      any: t('audit.anyNoun'),
      options: listed(options?.nouns, (w) => nounWords(w, texts), filter.noun),
    },
    { kind: 'text', name: 'search', label: t('audit.search'), width: 200, most: 320, wide: true },
  ]
}
