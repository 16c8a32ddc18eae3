import { ActionIcon, Switch, TextInput } from '@mantine/core'
import { CHECK_KINDS, type CheckKind } from '#core/description/index.ts'
import { CHECK_MAY, CHECK_NEEDS, CHECK_SERIES } from '#contract/seed/check.ts'
import { useItems, useSeriesNames, type ItemVersion } from '../../lib/items.ts'
import { unitInWords } from '../../lib/item-words.ts'
import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import {
  FieldsOf,
  ItemEditor,
  NumberField,
  SeriesField,
  TextField,
  WordChoice,
} from '../../parts/described-items/index.ts'
import { AddButton } from '../../ui/page/index.tsx'
import layoutCss from '../../ui/layout.module.css'
import css from './quality.module.css'
import type { CheckRow } from './queries.ts'
import { limitUnit } from './words.ts'
import { unitWords } from './units.ts'

const NONE = 'none'

/** Initial values of a new check: the defaults of a row, or nothing. */
export function newCheck(row: CheckRow | null, name: string): unknown {
  const base = { name, enabled: true, season: null, object: null }
  if (!row) return { ...base, kind: 'range', series: [''], grade: 'SUSPECT', limits: {} }
  return {
    ...base,
    kind: row.kind,
    series: row.all_series,
    object: row.object,
    grade: row.grade,
    limits: row.limits,
  }
}

/** The panel of one check. */
export function CheckEditor(props: {
  item: ItemVersion<'check'> | null
  start?: unknown
  title: string
  readOnly?: boolean
  onClose: () => void
}) {
  return (
    <ItemEditor
      noun="check"
      item={props.item}
      start={props.start}
      title={props.title}
      readOnly={props.readOnly}
      onClose={props.onClose}
    >
      {(form, readOnly) => <CheckFields form={form} readOnly={readOnly} fixed={props.item !== null} />}
    </ItemEditor>
  )
}

function CheckFields({ form, readOnly, fixed }: { form: AnyForm; readOnly: boolean; fixed: boolean }) {
  const { t, language } = useText()
  const names = useSeriesNames().data
  const kind = form.get('kind') as CheckKind
  const list = form.list('series') as string[]
  const own = names?.find((s) => s.code === list[0])?.unit ?? null
  const limits = [...CHECK_NEEDS[kind], ...CHECK_MAY[kind]]
  const [least, most] = CHECK_SERIES[kind]
  return (
    <>
      <TextField path="name" maxLength={200} data-autofocus />
      <WordChoice
        path="kind"
        description={t(`qualityPage.kindAbout.${kind}`)}
        readOnly={fixed || readOnly}
        data={CHECK_KINDS.map((k) => ({ value: k, label: t(`qualityPage.kind.${k}`) }))}
        onPick={(next) => changeKind(form, next as CheckKind)}
      />
      {most > 0 && (
        <div className={`${layoutCss.columnClose} ${css.series}`}>
          {list.map((_, i) => (
            <div key={i} className={css.one}>
              <SeriesField
                path={`series.${i}`}
                label={
                  list.length > 1 ? `${t('qualityPage.seriesOne')} ${i + 1}` : t('qualityPage.seriesOne')
                }
                readOnly={readOnly}
                units={own ? [own] : []}
              />
              {list.length > Math.max(1, least) && !readOnly && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={t('qualityPage.seriesRemove')}
                  onClick={() => form.removeAt('series', i)}
                >
                  <Icon name="trash" size={18} />
                </ActionIcon>
              )}
            </div>
          ))}
          {form.errorOf('series') && (
            <div className={`${layoutCss.inline} ${css.short}`}>{form.errorOf('series')}</div>
          )}
          {list.length < most && !readOnly && (
            <AddButton
              label={t('qualityPage.seriesMore')}
              size="compact-sm"
              variant="default"
              onClick={() => form.insert('series', '')}
            />
          )}
        </div>
      )}
      {(kind === 'efficiency' || kind === 'drift' || kind === 'meter') && (
        <UnitChoice ofPlant={kind === 'meter'} readOnly={fixed || readOnly} />
      )}
      {limits.map((key) => (
        <NumberField
          key={`${kind} ${key}`}
          path={`limits.${key}`}
          unit={unitInWords(unitWords(limitUnit(key, own, kind)), language)}
          optional={!CHECK_NEEDS[kind].includes(key)}
          readOnly={readOnly}
        />
      ))}
      {kind !== 'missing' && <GradeChoice form={form} kind={kind} readOnly={readOnly} />}
      <Season form={form} readOnly={readOnly} />
      <Switch
        label={t('qualityPage.enabled')}
        checked={form.get('enabled') !== false}
        disabled={readOnly}
        onChange={(e) => form.set('enabled', e.currentTarget.checked)}
      />
    </>
  )
}

/** Another kind has other limits and other series. */
function changeKind(form: AnyForm, kind: CheckKind): void {
  const [least, most] = CHECK_SERIES[kind]
  const list = form.list('series') as string[]
  form.set('limits', {})
  form.set('series', most === 0 ? [] : [...list, ...Array<string>(Math.max(0, least - list.length)).fill('')])
  form.set('object', null)
  if (kind === 'missing') form.set('grade', null)
  else if (form.get('grade') === 'REJECTED' && most !== 50) form.set('grade', 'ESTIMATED')
}

function GradeChoice({ form, kind, readOnly }: { form: AnyForm; kind: CheckKind; readOnly: boolean }) {
  const { t } = useText()
  const compared = ['twin', 'balance', 'efficiency', 'drift', 'tailwater', 'meter'].includes(kind)
  const grades = ['ESTIMATED', 'SUSPECT', 'REJECTED', NONE] as const
  const value = (form.get('grade') as (typeof grades)[number] | null) ?? NONE
  return (
    <FieldsOf form={asWord(form, value)} noun="check">
      <WordChoice
        path="grade"
        description={t(`qualityPage.gradeHint.${value}`)}
        readOnly={readOnly}
        data={grades
          .filter((g) => !compared || g !== 'REJECTED')
          .map((g) => ({ value: g, label: t(`qualityPage.gradeOf.${g}`) }))}
      />
    </FieldsOf>
  )
}

/** The list includes "no grade". */
function asWord(form: AnyForm, value: string): AnyForm {
  return {
    ...form,
    get: () => value,
    set: (path, next) => form.set(path, (next === NONE ? null : next) as never),
  }
}

/** The unit that is checked; ofPlant: where none is chosen, the plant. */
function UnitChoice({ readOnly, ofPlant }: { readOnly: boolean; ofPlant: boolean }) {
  const { t } = useText()
  const units = useItems('unit')
  return (
    <WordChoice
      path="object"
      label={t('qualityPage.unit')}
      readOnly={readOnly}
      description={ofPlant ? t('qualityPage.meterOfPlant') : undefined}
      data={(units.data ?? []).map((u) => ({ value: u.id, label: u.body.name }))}
    />
  )
}

function Season({ form, readOnly }: { form: AnyForm; readOnly: boolean }) {
  const { t } = useText()
  const on = form.raw('season') !== null && form.raw('season') !== undefined
  return (
    <>
      <Switch
        label={t('qualityPage.season')}
        description={t('qualityPage.seasonHint')}
        checked={on}
        disabled={readOnly}
        onChange={(e) => form.set('season', e.currentTarget.checked ? { from: '09-01', to: '12-15' } : null)}
      />
      {on && (
        <div className={css.season}>
          <TextInput {...form.text('season.from')} label={t('qualityPage.seasonFrom')} readOnly={readOnly} />
          <TextInput {...form.text('season.to')} label={t('qualityPage.seasonTo')} readOnly={readOnly} />
        </div>
      )}
    </>
  )
}
