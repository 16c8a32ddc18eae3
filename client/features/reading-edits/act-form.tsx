import { Button, Radio, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { EditsData } from '#contract/edits.ts'
import { EDIT_KINDS } from '#core/edits/index.ts'
import { parseDecimal } from '../../lib/decimal.ts'
import { focusFirstError } from '../../lib/focus.ts'
import { useText } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { FormAlert, PlainForm, ReasonField } from '../../ui/form/index.ts'
import { unitWords } from '../../parts/devices/index.ts'
import type { EditNumberField } from './draft.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './edits.module.css'
import { Effect } from './effect.tsx'
import { approvedIn, Locked } from './locked.tsx'
import { PointsField } from './points-field.tsx'
import { rowsInSpan, type EditSpan } from './selection.ts'
import type { EditRows } from './rows.ts'
import { editWithUnit } from './units.ts'
import type { Trial } from './use-trial.ts'

const GRADES = ['0', '1', '4', '5'] as const

interface Props {
  data: EditsData
  rows: EditRows | null
  span: EditSpan | null
  /** Whether the typed span is invalid. */
  spanWrong: boolean
  zone: string
  trial: Trial
  mayApprove: boolean
  onSpan: (span: EditSpan) => void
}

/** Form of an edit of the selection, with reason and preview; it can be saved only after a preview. */
export function EditForm({ data, rows, span, spanWrong, zone, trial, mayApprove, onSpan }: Props) {
  const { t, texts, language } = useText()
  const form = useRef<HTMLFormElement>(null)
  const [tried, setTried] = useState(false)
  const { draft, change, errors, fresh, overtaken } = trial
  const unit = unitWords(data.unit, language)
  const { kind } = draft
  const ready = fresh && !overtaken
  // Without the permission to approve, an edit of approved readings can be previewed but not stored.
  const locked = !mayApprove && span !== null && approvedIn(data, span).length > 0

  function go() {
    setTried(true)
    const well = !spanWrong && (ready ? trial.save() : trial.ask())
    if (!well) focusFirstError(form.current)
  }

  const numberField = (field: EditNumberField, hint?: string) => (
    <TextInput
      key={field}
      name={field}
      label={t(`edits.${field}`)}
      inputMode="decimal"
      autoComplete="off"
      className={css.number}
      rightSection={unit === '' ? undefined : <span className={textCss.note}>{unit}</span>}
      rightSectionWidth={unit === '' ? undefined : 16 + unit.length * 8}
      rightSectionPointerEvents="none"
      value={draft[field]}
      onChange={(e) => change({ [field]: e.currentTarget.value })}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={errors[field]}
    />
  )
  /** The value at an end of the selection after an addition. */
  const becomes = (end: 'from' | 'to', field: EditNumberField): string | undefined => {
    const by = parseDecimal(draft[field])
    if (!rows || !span || typeof by !== 'number') return undefined
    const [first, last] = rowsInSpan(rows.t, span)
    const v = first <= last ? rows.used[end === 'from' ? first : last] : NaN
    if (v !== v) return undefined
    return t('edits.becomes', {
      before: editWithUnit(v, data.unit, language),
      after: editWithUnit(v + by, data.unit, language),
    })
  }

  return (
    <PlainForm
      ref={form}
      className={`${layoutCss.fields} ${css.form}`}
      aria-label={t('edits.tab.edit')}
      onSubmit={go}
    >
      {span && <Locked data={data} span={span} zone={zone} mayApprove={mayApprove} />}
      <Choice
        label={t('edits.what')}
        value={kind}
        onChange={(v) => change({ kind: v as typeof kind })}
        data={EDIT_KINDS.map((k) => ({ value: k, label: texts.edits.kind[k] }))}
        description={t(trial.points ? 'edits.points.what' : `edits.kindHint.${kind}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      {kind === 'replace' && (
        <Radio.Group
          label={t('edits.by')}
          value={draft.by}
          onChange={(by) => change({ by: by as typeof draft.by })}
        >
          <div className={css.radios}>
            <Radio value="value" label={t('edits.byOf.value')} />
            <Radio value="points" label={t('edits.byOf.points')} />
          </div>
        </Radio.Group>
      )}
      {kind === 'replace' && !trial.points && numberField('value')}
      {trial.points && (
        <PointsField
          value={draft.points}
          onChange={(points) => change({ points })}
          unit={data.unit}
          zone={zone}
          span={span}
          onSpan={onSpan}
          error={errors.points}
        />
      )}
      {kind === 'offset' && numberField('b', becomes('from', 'b'))}
      {kind === 'drift' && (
        <div className={css.ends}>
          {numberField('b0', becomes('from', 'b0'))}
          {numberField('b1', becomes('to', 'b1'))}
        </div>
      )}
      {kind === 'flag' && (
        <Radio.Group
          label={t('edits.grade')}
          value={String(draft.grade)}
          onChange={(v) => change({ grade: Number(v) as typeof draft.grade })}
          error={errors.grade}
        >
          <div className={css.radios}>
            {GRADES.map((g) => (
              <Radio
                key={g}
                value={g}
                label={t(`edits.gradeOf.${g}`)}
                description={t(`edits.gradeHint.${g}`)}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      <ReasonField
        placeholder={t('edits.reasonHint')}
        required
        value={draft.reason}
        onChange={(e) => change({ reason: e.currentTarget.value })}
        error={errors.reason}
      />
      {trial.failure && <FormAlert kind="failed">{trial.failure}</FormAlert>}
      {tried && spanWrong && <FormAlert kind="failed">{t('edits.range.correct')}</FormAlert>}
      {errors.span && <FormAlert kind="failed">{errors.span}</FormAlert>}
      {overtaken && <FormAlert kind="failed">{t('edits.conflict')}</FormAlert>}
      {trial.answer && !overtaken && (
        <>
          {!fresh && <FormAlert kind="info">{t('edits.stale')}</FormAlert>}
          {fresh && <Effect answer={trial.answer} unit={data.unit} zone={zone} />}
        </>
      )}
      <div className={css.actions}>
        {trial.answer && (
          <Button variant="default" onClick={trial.leave}>
            {t('edits.back')}
          </Button>
        )}
        <Button type="submit" loading={trial.asking || trial.saving} disabled={ready && locked}>
          {ready
            ? t('edits.save')
            : overtaken
              ? t('edits.reread')
              : t(trial.answer ? 'edits.again' : 'edits.preview')}
        </Button>
      </div>
    </PlainForm>
  )
}
