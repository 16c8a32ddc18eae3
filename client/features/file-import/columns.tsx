import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { checkImport, layImport, type ImportTask } from '#contract/imports.ts'
import { CallError } from '../../lib/call-error.ts'
import { reasonOf } from '../../lib/failures.ts'
import { useSeriesNames } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Changed, FormAlert, PlainForm } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import { ImportColumnFields } from './column.tsx'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './imports.module.css'
import {
  FORMATS,
  mappingDraft,
  mappingOf,
  mappingProblems,
  type ColumnDraft,
  type MappingDraft,
  type KnownSeries,
} from './mapping.ts'
import { useImportAct } from './queries.ts'
import { FileReading } from './reading.tsx'

interface Props {
  task: ImportTask
  onReload: () => void
  onChecked: () => void
}

/** Targets of the file's columns: guessed, reviewed by a person, then checked by the server. */
export function ImportColumns(props: Props) {
  const { t } = useText()
  const series = useSeriesNames()
  return (
    <Loaded query={series} what={t('items.series')} height={300}>
      {(list) => <ColumnsForm {...props} known={list as unknown as KnownSeries[]} />}
    </Loaded>
  )
}

function ColumnsForm({ task, onReload, onChecked, known }: Props & { known: readonly KnownSeries[] }) {
  const { t } = useText()
  const layout = task.layout!
  const [draft, setDraft] = useState<MappingDraft>(() => mappingDraft(layout, task.mapping))
  const [tried, setTried] = useState(false)
  const check = useImportAct(checkImport)
  const lay = useImportAct(layImport)
  const { version } = task
  const params = { id: task.id }
  const problems = mappingProblems(draft, known)
  const set = (part: Partial<MappingDraft>) => setDraft((d) => ({ ...d, ...part }))
  const setColumn = (place: number, part: Partial<ColumnDraft>) =>
    set({ columns: draft.columns.map((c) => (c.place === place ? { ...c, ...part } : c)) })
  const names = layout.columns.map((c) => ({ value: String(c.place), label: c.name || `#${c.place}` }))
  const late = [check.error, lay.error].some((e) => e instanceof CallError && e.status === 409)
  const failure = check.error ?? lay.error
  const ambiguous = layout.ambiguous !== null && draft.timeFormat === 'auto'

  function submit() {
    setTried(true)
    if (problems.size > 0 || ambiguous) return
    void check.run({ params, body: { version, mapping: mappingOf(draft, known) } }).then(onChecked)
  }

  return (
    <PlainForm className={css.form} onSubmit={submit}>
      <FileReading
        layout={layout}
        busy={lay.busy}
        onRead={(reading) => void lay.run({ params, body: { version, ...reading } })}
      />
      <fieldset className={`${layoutCss.column} ${css.group}`}>
        <legend>{t('imports.time')}</legend>
        <div className={css.row}>
          <Choice
            label={t('imports.timeColumn')}
            data={names}
            value={String(draft.time)}
            onChange={(v) => set({ time: Number(v) })}
          />
          <Choice
            label={t('imports.clockColumn')}
            data={[{ value: '0', label: t('imports.noClock') }, ...names]}
            value={String(draft.clock)}
            onChange={(v) => set({ clock: Number(v) })}
          />
          <Select
            label={t('imports.format')}
            data={FORMATS.map((f) => ({
              value: f,
              label: ['auto', 'dmy', 'mdy', 'epoch_s', 'epoch_ms', 'excel'].includes(f)
                ? t(`imports.formats.${f as 'auto'}`)
                : f,
            }))}
            value={draft.timeFormat}
            allowDeselect={false}
            onChange={(f) => f !== null && set({ timeFormat: f })}
            description={
              layout.ambiguous !== null && draft.timeFormat === 'dmy'
                ? t('imports.dayFirst', { example: layout.ambiguous })
                : undefined
            }
            error={ambiguous ? t('imports.ambiguous', { example: layout.ambiguous! }) : undefined}
          />
          <TextInput
            label={t('imports.noData')}
            placeholder={t('imports.noDataHint')}
            value={draft.noData}
            onChange={(e) => set({ noData: e.currentTarget.value })}
            autoComplete="off"
          />
        </div>
      </fieldset>
      <fieldset className={`${layoutCss.column} ${css.group}`}>
        <legend>{t('imports.columns')}</legend>
        <ul className={css.columns}>
          {layout.columns.map((column) =>
            column.place === draft.time || column.place === draft.clock ? null : (
              <ImportColumnFields
                key={column.place}
                column={column}
                samples={layout.rows.map((r) => r.cells[column.place - 1] ?? '')}
                draft={draft.columns[column.place - 1]}
                known={known}
                problem={tried ? problems.get(column.place) : undefined}
                onChange={(part) => setColumn(column.place, part)}
              />
            ),
          )}
        </ul>
        {tried && problems.get(0) && (
          <p className={textCss.problem} role="alert">
            {t('imports.problem.noColumns')}
          </p>
        )}
      </fieldset>
      <Checkbox
        label={t('imports.replace')}
        description={t('imports.replaceHint')}
        checked={draft.replace}
        onChange={(e) => set({ replace: e.currentTarget.checked })}
      />
      {late ? (
        <Changed text={t('imports.conflict')} reload={t('act.reload')} busy={false} onReload={onReload} />
      ) : (
        failure && <FormAlert kind="failed">{reasonOf(failure)}</FormAlert>
      )}
      <div className={css.foot}>
        <span className={textCss.small}>{t('imports.checkHint')}</span>
        <span className={css.grow} />
        <Button type="submit" loading={check.busy} leftSection={<Icon name="eye" size={16} />}>
          {t('imports.check')}
        </Button>
      </div>
    </PlainForm>
  )
}
