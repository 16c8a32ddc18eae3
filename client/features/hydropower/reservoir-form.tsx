import { ActionIcon, Checkbox, Select } from '@mantine/core'
import { number } from '../../lib/format.ts'
import { useOptions } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import { FormAlert } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import {
  DateField,
  itemsCss,
  NumberChoice,
  NumberField,
  TextField,
} from '../../parts/described-items/index.ts'
import { AddButton } from '../../ui/page/index.tsx'
import { clockTimes } from './clock-time.ts'
import textCss from '../../ui/text.module.css'
import { byLabel } from '../../ui/choice/by-label.ts'
import css from './hydropower.module.css'
import { Seasons } from './seasons.tsx'
import { warningsOf } from './warnings.ts'

const LEVELS = [
  ['minPossible', false],
  ['dead', false],
  ['normal', false],
  ['designedFlood', false],
  ['checkFlood', true],
  ['crest', true],
  ['maxPossible', false],
] as const

/** Form of the reservoir, except its outline, which has a page of its own. */
export function ReservoirForm({ form, readOnly }: { form: AnyForm; readOnly: boolean }) {
  const { t } = useText()
  const warnings = warningsOf((path) => form.number(path), form.list('catchments').length)
  return (
    <>
      <TextField path="name" data-autofocus maxLength={200} />
      <div className={itemsCss.row}>
        <TextField path="river" maxLength={200} />
        <Province form={form} />
      </div>
      <div className={itemsCss.row}>
        <TextField path="address" optional maxLength={300} />
        <TextField path="company" optional empty={null} maxLength={200} />
        <TextField path="phone" optional empty={null} maxLength={60} />
      </div>
      <div className={itemsCss.row}>
        <NumberField path="latitude" />
        <NumberField path="longitude" />
      </div>
      <Zone form={form} />
      <OnRiver form={form} readOnly={readOnly} />
      <fieldset className={itemsCss.group}>
        <legend>{t('hydropower.levels')}</legend>
        <div className={itemsCss.row}>
          {LEVELS.map(([name, optional]) => (
            <NumberField
              key={name}
              path={`levels.${name}`}
              optional={optional}
              empty={optional ? null : undefined}
            />
          ))}
        </div>
        {warnings
          .filter((w) => w.code !== 'warnCatchments')
          .map((w) => (
            <FormAlert key={w.code} kind="info">
              {t(`hydropower.${w.code}`)}
            </FormAlert>
          ))}
      </fieldset>
      <Seasons form={form} readOnly={readOnly} />
      <div className={itemsCss.row}>
        <NumberField path="basinArea" />
        <NumberField path="meanAnnualFlow" optional empty={null} />
      </div>
      <Floods form={form} readOnly={readOnly} />
      <Catchments form={form} readOnly={readOnly} />
      {warnings
        .filter((w) => w.code === 'warnCatchments')
        .map((w) => (
          <FormAlert key={w.code} kind="info">
            {t(`hydropower.${w.code}`, { sum: number(w.sum ?? 0, 1), area: number(w.area ?? 0, 1) })}
          </FormAlert>
        ))}
      <div className={itemsCss.row}>
        {(['dayStart', 'rainDayStart'] as const).map((name) => (
          <NumberChoice
            key={name}
            path={name}
            label={t(`fieldOf.plant.${name}`)}
            data={clockTimes(form.number(name))}
          />
        ))}
      </div>
      <DateField path="recordsFrom" description={t('hydropower.recordsFromAbout')} readOnly={readOnly} />
    </>
  )
}

/** Where the dam is on its river: what the order of several reservoirs and the inflow between them come from. */
function OnRiver({ form, readOnly }: { form: AnyForm; readOnly: boolean }) {
  const { t } = useText()
  const joins = form.get('joins') as object | null | undefined
  return (
    <fieldset className={itemsCss.group}>
      <legend>{t('hydropower.onRiver')}</legend>
      <p className={textCss.small}>{t('hydropower.onRiverAbout')}</p>
      <div className={itemsCss.row}>
        <TextField path="riverBasin" optional empty={null} maxLength={200} />
        <NumberField path="riverKm" optional empty={null} />
        <NumberField path="travelTime" optional empty={null} />
      </div>
      <Checkbox
        name="joins"
        label={t('hydropower.joinsOther')}
        checked={!!joins}
        disabled={readOnly}
        onChange={(e) => form.set('joins', e.currentTarget.checked ? { river: '' } : null)}
      />
      {joins && (
        <div className={itemsCss.row}>
          <TextField path="joins.river" maxLength={200} />
          <NumberField path="joins.km" />
        </div>
      )}
    </fieldset>
  )
}

/** Present provinces first, then those before the mergers, which older documents name. */
function Province({ form }: { form: AnyForm }) {
  const { t } = useText()
  const provinces = useOptions().data?.provinces ?? []
  const value = String(form.get('province') ?? '')
  const present = provinces.filter((p) => p.valid).map((p) => ({ value: p.name, label: p.name }))
  const known = new Set(present.map((p) => p.value))
  const former = provinces
    .filter((p) => !p.valid && !known.has(p.name))
    .map((p) => ({ value: p.name, label: t('hydropower.provinceFormer', { name: p.name }) }))
  const all = [...present, ...new Map(former.map((p) => [p.value, p])).values()]
  const offered = value === '' || all.some((p) => p.value === value) ? all : [{ value, label: value }, ...all]
  return (
    <Select
      name="province"
      label={t('fieldOf.plant.province')}
      searchable
      maxDropdownHeight={260}
      comboboxProps={{ shadow: 'md', transitionProps: { duration: 100 } }}
      nothingFoundMessage={t('hydropower.provinceNone')}
      data={offered}
      value={value === '' ? null : value}
      onChange={(next) => form.set('province', next ?? '')}
      error={form.errorOf('province')}
      filter={byLabel}
    />
  )
}

function Zone({ form }: { form: AnyForm }) {
  const { t } = useText()
  const value = String(form.get('zone') ?? '')
  const known = Intl.supportedValuesOf('timeZone')
  return (
    <Select
      name="zone"
      label={t('fieldOf.plant.zone')}
      searchable
      allowDeselect={false}
      limit={60}
      maxDropdownHeight={260}
      comboboxProps={{ shadow: 'md', transitionProps: { duration: 100 } }}
      nothingFoundMessage={t('hydropower.zoneNone')}
      data={[...new Set([value, ...known].filter(Boolean))]}
      value={value}
      onChange={(next) => form.set('zone', next ?? value)}
      error={form.errorOf('zone')}
    />
  )
}

/** Peak discharges by frequency, as sheets for authorities name them. */
function Floods({ form, readOnly }: { form: AnyForm; readOnly: boolean }) {
  const { t } = useText()
  const all = form.list('floods')
  return (
    <fieldset className={itemsCss.group}>
      <legend>{t('fieldOf.plant.floods.self')}</legend>
      {all.length === 0 && <p className={textCss.small}>{t('hydropower.noFloods')}</p>}
      {all.map((_, i) => {
        const path = `floods.${i}`
        const name = t('hydropower.row', { n: i + 1 })
        return (
          <div
            key={i}
            role="group"
            aria-label={`${t('fieldOf.plant.floods.self')}, ${name}`}
            className={css.season}
          >
            <NumberField path={`${path}.frequency`} />
            <NumberField path={`${path}.flow`} />
            {!readOnly && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                className={css.remove}
                aria-label={t('hydropower.removeRow', { name })}
                onClick={() => form.removeAt('floods', i)}
              >
                <Icon name="trash" />
              </ActionIcon>
            )}
          </div>
        )
      })}
      {!readOnly && (
        <AddButton
          label={t('hydropower.addFlood')}
          variant="default"
          className={css.addRow}
          onClick={() => form.insert('floods', {})}
        />
      )}
    </fieldset>
  )
}

function Catchments({ form, readOnly }: { form: AnyForm; readOnly: boolean }) {
  const { t } = useText()
  const all = form.list('catchments')
  return (
    <fieldset className={itemsCss.group}>
      <legend>{t('hydropower.catchments')}</legend>
      {all.length === 0 && <p className={textCss.small}>{t('hydropower.noCatchments')}</p>}
      {all.map((_, i) => {
        const path = `catchments.${i}`
        const name = String(form.get(`${path}.name`) ?? '') || t('hydropower.row', { n: i + 1 })
        return (
          <div key={i} role="group" aria-label={name} className={css.rowOf3}>
            <TextField path={`${path}.code`} maxLength={60} />
            <TextField path={`${path}.name`} maxLength={200} />
            <NumberField path={`${path}.area`} />
            {!readOnly && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                className={css.remove}
                aria-label={t('hydropower.removeRow', { name })}
                onClick={() => form.removeAt('catchments', i)}
              >
                <Icon name="trash" />
              </ActionIcon>
            )}
          </div>
        )
      })}
      {!readOnly && (
        <AddButton
          label={t('hydropower.addCatchment')}
          variant="default"
          className={css.addRow}
          onClick={() => form.insert('catchments', { code: '', name: '' })}
        />
      )}
    </fieldset>
  )
}
