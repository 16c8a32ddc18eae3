import { Checkbox, Radio } from '@mantine/core'
import { HOLD_SILENT } from '#core/calculation/parameters.ts'
import { duration } from '../../lib/format.ts'
import { fieldWords, unitOfField } from '../../lib/item-words.ts'
import { useText, type Text } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import {
  NumberChoice,
  NumberField,
  SeriesField,
  TextField,
  WordChoice,
  itemsCss,
} from '../described-items/index.ts'
import { DayField } from './day-field.tsx'
import { Noise } from './noise.tsx'
import { RecordRows } from './rows.tsx'
import css from './settings-forms.module.css'

interface Props {
  form: AnyForm
  readOnly: boolean
}

const METHODS = [1, 2, 3, 4, 5] as const
const MONTHS = Array.from({ length: 12 }, (_, i) => i)
const LEVELS = [
  'crest',
  'maxPossible',
  'checkFlood',
  'designedFlood',
  'normal',
  'dead',
  'minPossible',
] as const
const OPTIONAL: readonly string[] = ['crest', 'checkFlood']
const THRESHOLDS = ['crest', 'checkFlood', 'designedFlood', 'season', 'normal', 'dead'] as const

const blank = { typed: '' }

function useLabels(noun: string) {
  const { texts } = useText()
  return (path: string) => fieldWords(noun, path.split('.'), texts as Text)
}

function Flag({ form, path, label, hint }: { form: AnyForm; path: string; label: string; hint?: string }) {
  return (
    <Checkbox
      label={label}
      description={hint}
      checked={form.get(path) === true}
      onChange={(e) => form.set(path, e.currentTarget.checked)}
    />
  )
}

export function CalculationFields({ form, readOnly }: Props) {
  const { t, texts, language } = useText()
  const label = useLabels('parameters')
  const asTime = (path: string) => {
    const s = form.number(path)
    return s !== null && s > 0 ? t('settingsPage.asTime', { time: duration(s * 1000, language) }) : undefined
  }
  return (
    <>
      <div className={itemsCss.row}>
        <NumberField
          form={form}
          path="interval"
          label={label('interval')}
          unit="s"
          description={asTime('interval')}
        />
        <NumberField
          form={form}
          path="window"
          label={label('window')}
          unit="s"
          description={asTime('window')}
        />
      </div>
      <Noise seconds={form.number('window')} method={form.number('inflowMethod')} />
      <NumberChoice
        form={form}
        path="inflowMethod"
        label={label('inflowMethod')}
        readOnly={readOnly}
        data={METHODS.map((id) => ({ id, name: texts.inflowMethodOf[id] }))}
      />
      {(form.number('inflowMethod') ?? 0) <= 3 && (
        <div className={itemsCss.row}>
          <Flag
            form={form}
            path="holdWindow"
            label={label('holdWindow')}
            hint={t('settingsPage.holdWindowHint')}
          />
          {form.get('holdWindow') !== true && (
            <NumberField
              form={form}
              path="sigmaLimit"
              label={label('sigmaLimit')}
              placeholder="0.05"
              description={t('settingsPage.sigmaLimitHint')}
              optional
            />
          )}
        </div>
      )}
      {(form.number('inflowMethod') ?? 0) > 3 && (
        <SeriesField
          form={form}
          path="inflowSeries"
          label={label('inflowSeries')}
          units={['m3/s']}
          empty={null}
        />
      )}
      <div className={itemsCss.row}>
        <NumberField
          form={form}
          path="movingPoints"
          label={label('movingPoints')}
          description={t('settingsPage.movingHint')}
        />
        <NumberField
          form={form}
          path="smoothing"
          label={label('smoothing')}
          unit="s"
          description={t('settingsPage.smoothingHint')}
        />
      </div>
      <div className={itemsCss.row}>
        <WordChoice
          form={form}
          path="operation"
          label={label('operation')}
          readOnly={readOnly}
          data={[
            { value: 'automatic', label: texts.valueOf.automatic },
            { value: 'manual', label: texts.valueOf.manual },
          ]}
        />
        <NumberField
          form={form}
          path="levelRate"
          label={label('levelRate')}
          unit={unitOfField('parameters', 'levelRate')}
        />
      </div>
      <NumberField
        form={form}
        path="holdSilent"
        label={label('holdSilent')}
        unit="s"
        placeholder={String(HOLD_SILENT)}
        description={[asTime('holdSilent'), t('settingsPage.holdSilentHint')].filter(Boolean).join('. ')}
        optional
      />
      <Flag
        form={form}
        path="allowSuspect"
        label={label('allowSuspect')}
        hint={t('settingsPage.suspectHint')}
      />
    </>
  )
}

export function LossesFields({ form, readOnly }: Props) {
  const { t } = useText()
  const label = useLabels('parameters')
  const monthly = form.list('evaporation').length > 0
  const byLevel = form.list('seepageByLevel').length > 0
  return (
    <>
      <fieldset className={itemsCss.group}>
        <legend>{t('settingsPage.evaporation')}</legend>
        <Checkbox
          label={t('settingsPage.evaporationOn')}
          checked={monthly}
          onChange={(e) =>
            form.set('evaporation', e.currentTarget.checked ? MONTHS.map(() => ({ typed: '0' })) : [])
          }
        />
        {monthly && (
          <div className={css.months}>
            {MONTHS.map((i) => (
              <NumberField
                key={i}
                form={form}
                path={`evaporation.${i}`}
                label={t('settingsPage.month', { n: i + 1 })}
                unit={t('settingsPage.mmPerDay')}
              />
            ))}
          </div>
        )}
      </fieldset>
      <fieldset className={itemsCss.group}>
        <legend>{t('settingsPage.seepage')}</legend>
        <Radio
          name="seepage-kind"
          label={t('settingsPage.seepageConstant')}
          checked={!byLevel}
          disabled={readOnly}
          onChange={() => form.set('seepageByLevel', undefined)}
        />
        <Radio
          name="seepage-kind"
          label={t('settingsPage.seepageByLevel')}
          checked={byLevel}
          disabled={readOnly}
          onChange={() => form.set('seepageByLevel', [[blank, blank]])}
        />
        {byLevel ? (
          <RecordRows
            form={form}
            path="seepageByLevel"
            label={label('seepageByLevel')}
            hint={t('settingsPage.seepageHint')}
            empty=""
            add={t('settingsPage.addRow')}
            start={[blank, blank]}
          >
            {(path) => (
              <>
                <NumberField form={form} path={`${path}.0`} label={t('settingsPage.level')} unit="m" />
                <NumberField form={form} path={`${path}.1`} label={t('settingsPage.flow')} unit="m³/s" />
              </>
            )}
          </RecordRows>
        ) : (
          <NumberField form={form} path="seepage" label={label('seepage')} unit="m³/s" />
        )}
        <Flag
          form={form}
          path="seepageReturns"
          label={label('seepageReturns')}
          hint={t('settingsPage.returnsHint')}
        />
      </fieldset>
    </>
  )
}

export function FlowsFields({ form, readOnly }: Props) {
  const { t, texts } = useText()
  const label = useLabels('parameters')
  return (
    <>
      <RecordRows
        form={form}
        path="minimumFlows"
        label={label('minimumFlows')}
        hint={t('settingsPage.flowsHint')}
        empty={t('settingsPage.flowsNone')}
        add={t('settingsPage.addSeason')}
        start={{ from: '', to: '', reach: 'dam', flow: blank }}
      >
        {(path) => (
          <>
            <DayField form={form} path={`${path}.from`} label={label('minimumFlows.from')} />
            <DayField form={form} path={`${path}.to`} label={label('minimumFlows.to')} />
            <WordChoice
              form={form}
              path={`${path}.reach`}
              label={label('minimumFlows.reach')}
              readOnly={readOnly}
              data={(['dam', 'river'] as const).map((value) => ({ value, label: texts.valueOf[value] }))}
            />
            <NumberField form={form} path={`${path}.flow`} label={label('minimumFlows.flow')} unit="m³/s" />
          </>
        )}
      </RecordRows>
      <NumberField
        form={form}
        path="minimumFlowTolerance"
        label={label('minimumFlowTolerance')}
        description={t('settingsPage.toleranceHint')}
        optional
      />
      <fieldset className={itemsCss.group}>
        <legend>{t('settingsPage.release')}</legend>
        <NumberField
          form={form}
          path="envFlow"
          label={label('envFlow')}
          unit="m³/s"
          empty={null}
          optional
          description={t('settingsPage.envHint')}
        />
        <SeriesField
          form={form}
          path="envSeries"
          label={label('envSeries')}
          units={['m3/s']}
          empty={null}
          optional
        />
      </fieldset>
    </>
  )
}

export function LevelsFields({ form }: Props) {
  const { t } = useText()
  const label = useLabels('plant')
  return (
    <>
      <fieldset className={itemsCss.group}>
        <legend>{t('settingsPage.levels')}</legend>
        {LEVELS.map((level) => (
          <NumberField
            key={level}
            form={form}
            path={`levels.${level}`}
            label={label(`levels.${level}`)}
            unit="m"
            {...(OPTIONAL.includes(level) ? { optional: true, empty: null } : {})}
          />
        ))}
      </fieldset>
      <RecordRows
        form={form}
        path="seasonLimits"
        label={label('seasonLimits')}
        hint={t('settingsPage.seasonHint')}
        empty={t('settingsPage.seasonNone')}
        add={t('settingsPage.addSeason')}
        start={{ from: '', to: '', level: blank }}
      >
        {(path) => (
          <>
            <DayField form={form} path={`${path}.from`} label={label('seasonLimits.from')} />
            <DayField form={form} path={`${path}.to`} label={label('seasonLimits.to')} />
            <NumberField form={form} path={`${path}.level`} label={label('seasonLimits.level')} unit="m" />
          </>
        )}
      </RecordRows>
    </>
  )
}

export function DisplayFields({ form, readOnly }: Props) {
  const { t, texts } = useText()
  const label = useLabels('settings')
  const toggled = (path: string, value: string, on: boolean) => {
    const now = form.list(path) as string[]
    form.set(path, on ? [...now, value] : now.filter((v) => v !== value))
  }
  return (
    <>
      <WordChoice
        form={form}
        path="levelAxis"
        fallback="limits"
        label={label('levelAxis')}
        readOnly={readOnly}
        data={(['limits', 'data'] as const).map((value) => ({ value, label: texts.valueOf[value] }))}
      />
      <div className={itemsCss.row}>
        <NumberField
          form={form}
          path="waterLevelMin"
          label={label('waterLevelMin')}
          unit="m"
          empty={null}
          optional
        />
        <NumberField
          form={form}
          path="waterLevelMax"
          label={label('waterLevelMax')}
          unit="m"
          empty={null}
          optional
        />
      </div>
      <p className={css.small}>{t('settingsPage.axisHint')}</p>
      <NumberField
        form={form}
        path="lateShown"
        label={label('lateShown')}
        description={t('settingsPage.lateHint')}
        unit="h"
        optional
      />
      <WordChoice
        form={form}
        path="dischargeOutChart"
        label={label('dischargeOutChart')}
        readOnly={readOnly}
        data={(['left', 'right'] as const).map((value) => ({ value, label: texts.valueOf[value] }))}
      />
      <fieldset className={itemsCss.group}>
        <legend>{label('thresholds')}</legend>
        {THRESHOLDS.map((value) => (
          <Checkbox
            key={value}
            label={texts.valueOf[value]}
            checked={form.list('thresholds').includes(value)}
            onChange={(e) => toggled('thresholds', value, e.currentTarget.checked)}
          />
        ))}
      </fieldset>
      <fieldset className={itemsCss.group}>
        <legend>{label('hiddenLines')}</legend>
        <p className={css.small}>{t('settingsPage.hiddenHint')}</p>
        {Object.entries(texts.lineOf).map(([value, words]) => (
          <Checkbox
            key={value}
            label={words}
            checked={form.list('hiddenLines').includes(value)}
            onChange={(e) => toggled('hiddenLines', value, e.currentTarget.checked)}
          />
        ))}
      </fieldset>
    </>
  )
}

export function ProjectFields({ form, readOnly }: Props) {
  const { t } = useText()
  const label = useLabels('plant')
  const hours = (path: string) => {
    const now = form.number(path)
    const all = Array.from({ length: 24 }, (_, h) => h * 60)
    if (now !== null && !all.includes(now)) all.push(now)
    return all.sort((a, b) => a - b).map((id) => ({ id, name: clockOf(id) }))
  }
  return (
    <>
      <TextField form={form} path="name" label={label('name')} />
      <div className={itemsCss.row}>
        <NumberChoice
          form={form}
          path="dayStart"
          label={label('dayStart')}
          readOnly={readOnly}
          data={hours('dayStart')}
        />
        <NumberChoice
          form={form}
          path="rainDayStart"
          label={label('rainDayStart')}
          readOnly={readOnly}
          data={hours('rainDayStart')}
        />
      </div>
      <p className={css.small}>{t('settingsPage.dayHint')}</p>
    </>
  )
}

export function CameraFields({ form }: Props) {
  const { t } = useText()
  const label = useLabels('settings')
  const path = 'cameraPath'
  return (
    <TextField
      form={form}
      path={path}
      label={label(path)}
      optional
      description={t('settingsPage.cameraHint')}
      onChange={(e) => form.set(path, e.currentTarget.value === '' ? null : e.currentTarget.value)}
    />
  )
}

export function MapFields({ form }: Pick<Props, 'form'>) {
  const { t } = useText()
  const label = useLabels('settings')
  const text = (path: 'mapTiles' | 'mapCredit') => (
    <TextField
      form={form}
      path={path}
      label={label(path)}
      optional
      description={path === 'mapTiles' ? t('stationMap.tilesHint') : undefined}
      onChange={(e) => form.set(path, e.currentTarget.value === '' ? null : e.currentTarget.value)}
    />
  )
  return (
    <>
      {text('mapTiles')}
      {text('mapCredit')}
    </>
  )
}

/** Minutes after midnight as a clock shows them. */
const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
