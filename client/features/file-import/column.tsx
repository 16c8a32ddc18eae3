import { Select, TextInput } from '@mantine/core'
import { PUBLISHED, PUBLISHED_CODES } from '#core/published/index.ts'
import { compatible, type Unit } from '#core/quantities.ts'
import { SERIES_KINDS } from '#contract/readings.ts'
import { seriesName } from '#contract/series-names.ts'
import type { ImportLayout } from '#contract/imports.ts'
import { useText } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import textCss from '../../ui/text.module.css'
import css from './imports.module.css'
import {
  NEW,
  SKIP,
  hasStamp,
  unitFor,
  unitsFor,
  type ColumnDraft,
  type KnownSeries,
  type MappingProblem,
} from './mapping.ts'

const SAMPLES = 3

interface Props {
  column: ImportLayout['columns'][number]
  samples: readonly string[]
  draft: ColumnDraft
  known: readonly KnownSeries[]
  problem: MappingProblem | undefined
  onChange: (part: Partial<ColumnDraft>) => void
}

/** One column: its contents and its target. */
export function ImportColumnFields({ column, samples, draft, known, problem, onChange }: Props) {
  const { t, language } = useText()
  const name = column.name || `#${column.place}`
  const target = known.find((s) => s.code === draft.go)
  const seen = samples.filter((s) => s !== '').slice(0, SAMPLES)
  const wrong = problem && t(`imports.problem.${problem}`)
  const at = (p: MappingProblem) => (problem === p ? wrong : undefined)
  const kind = draft.go === NEW ? draft.kind : target?.kind
  return (
    <li className={css.column} data-skipped={draft.go === SKIP || undefined}>
      <div className={css.columnHead}>
        <strong>{name}</strong>
        <span className={textCss.small}>
          {column.filled === 0 ? t('imports.emptyColumn') : seen.join(' · ')}
          {column.unit !== '' && ` [${column.unit}]`}
        </span>
      </div>
      <div className={css.row}>
        <Select
          aria-label={t('imports.goesTo', { name })}
          searchable
          allowDeselect={false}
          maxDropdownHeight={280}
          comboboxProps={{ shadow: 'md', transitionProps: { duration: 100 } }}
          data={[
            { value: SKIP, label: t('imports.skip') },
            ...known
              .filter((s) => s.source === 'ingest')
              .map((s) => ({ value: s.code, label: `${s.name} · ${s.code}` })),
            ...PUBLISHED_CODES.filter((code) => !known.some((s) => s.code === code)).map((code) => ({
              value: code,
              label: `${seriesName({ code, name: code }, language)} · ${code}`,
            })),
            { value: NEW, label: t('imports.newSeries') },
          ]}
          value={draft.go}
          onChange={(go) => {
            if (go === null) return
            const series = known.find((s) => s.code === go)
            const published = PUBLISHED_CODES.find((code) => code === go)
            if (!series && published) {
              const { unit, kind } = PUBLISHED[published]
              const made = {
                go: NEW,
                code: published,
                name: seriesName({ code: published, name: '' }, language),
              }
              onChange({ ...made, kind, unit: compatible(draft.unit as Unit, unit) ? draft.unit : unit })
              return
            }
            onChange({ go, unit: go === SKIP ? draft.unit : unitFor(series, column, draft.unit) })
          }}
          error={at('twice')}
        />
        {draft.go !== SKIP && (
          <Choice
            aria-label={t('imports.unitOf', { name })}
            data={unitsFor(target).map((u) => ({ value: u, label: u }))}
            value={draft.unit === '' ? null : draft.unit}
            onChange={(unit) => onChange({ unit })}
            error={draft.unit === '' ? t('imports.unitStated', { unit: column.unit }) : at('unit')}
          />
        )}
        {hasStamp(kind) && draft.go !== SKIP && (
          <Choice
            aria-label={t('imports.stampOf', { name })}
            data={(['end', 'start'] as const).map((s) => ({ value: s, label: t(`imports.stamp.${s}`) }))}
            value={draft.stamp}
            onChange={(stamp) => onChange({ stamp: stamp as ColumnDraft['stamp'] })}
          />
        )}
      </div>
      {draft.go === NEW && (
        <div className={css.row}>
          <TextInput
            label={t('setup.seriesCode')}
            value={draft.code}
            autoComplete="off"
            onChange={(e) => onChange({ code: e.currentTarget.value })}
            error={at('code') ?? at('codeKnown')}
          />
          <TextInput
            label={t('items.name')}
            value={draft.name}
            autoComplete="off"
            onChange={(e) => onChange({ name: e.currentTarget.value })}
            error={at('name')}
          />
          <Choice
            label={t('imports.kind')}
            data={SERIES_KINDS.map((k) => ({ value: k, label: t(`imports.kinds.${k}`) }))}
            value={draft.kind}
            onChange={(k) => onChange({ kind: k as ColumnDraft['kind'] })}
          />
          <TextInput
            label={t('imports.step')}
            description={t('imports.stepHint')}
            inputMode="numeric"
            value={draft.step}
            autoComplete="off"
            onChange={(e) => onChange({ step: e.currentTarget.value })}
            error={at('step')}
          />
        </div>
      )}
    </li>
  )
}
