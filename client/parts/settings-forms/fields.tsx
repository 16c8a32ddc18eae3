import { Checkbox, Radio } from '@mantine/core'
import { ENERGY_STEP, LEVEL_NAMES, METER_EVERY } from '#core/description/index.ts'
import { HOLD_SILENT } from '#core/calculation/parameters.ts'
import { duration } from '../../lib/format.ts'
import { clockTime } from '../../lib/item-words.ts'
import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import {
  CheckField,
  NumberChoice,
  NumberField,
  SeriesField,
  TextField,
  useField,
  WordChoice,
  itemsCss,
} from '../described-items/index.ts'
import { DayField } from './day-field.tsx'
import { Noise } from './noise.tsx'
import { RecordRows } from './rows.tsx'
import css from './settings-forms.module.css'

interface Props {
  form: AnyForm
}

const METHODS = [1, 2, 3, 4, 5] as const
const MONTHS = Array.from({ length: 12 }, (_, i) => i)
const OPTIONAL: readonly string[] = ['crest', 'checkFlood']
const THRESHOLDS = ['crest', 'checkFlood', 'designedFlood', 'season', 'normal', 'dead'] as const

const METER_UNITS = ['kWh', 'MWh']

const blank = { typed: '' }

/** Checkboxes for some of a list of values. */
function CheckList(props: {
  path: string
  hint?: string
  data: readonly (readonly [value: string, label: string])[]
}) {
  const { form, path, label } = useField(props.path)
  const chosen = form.list(path) as string[]
  return (
    <fieldset className={itemsCss.group}>
      <legend>{label}</legend>
      {props.hint && <p className={css.small}>{props.hint}</p>}
      {props.data.map(([value, words]) => (
        <Checkbox
          key={value}
          label={words}
          checked={chosen.includes(value)}
          onChange={(e) =>
            form.set(path, e.currentTarget.checked ? [...chosen, value] : chosen.filter((v) => v !== value))
          }
        />
      ))}
    </fieldset>
  )
}

export function CalculationFields({ form }: Props) {
  const { t, texts, language } = useText()
  const asTime = (path: string) => {
    const s = form.number(path)
    return s !== null && s > 0 ? t('settingsPage.asTime', { time: duration(s * 1000, language) }) : undefined
  }
  return (
    <>
      <div className={itemsCss.row}>
        <NumberField path="interval" description={asTime('interval')} />
        <NumberField path="window" description={asTime('window')} />
      </div>
      <Noise seconds={form.number('window')} method={form.number('inflowMethod')} />
      <NumberChoice
        path="inflowMethod"
        data={METHODS.map((id) => ({ id, name: texts.inflowMethodOf[id] }))}
      />
      {(form.number('inflowMethod') ?? 0) <= 3 && (
        <div className={itemsCss.row}>
          <CheckField path="holdWindow" description={t('settingsPage.holdWindowHint')} />
          {form.get('holdWindow') !== true && (
            <NumberField
              path="sigmaLimit"
              placeholder="0.05"
              description={t('settingsPage.sigmaLimitHint')}
              optional
            />
          )}
        </div>
      )}
      {(form.number('inflowMethod') ?? 0) > 3 && (
        <SeriesField path="inflowSeries" units={['m3/s']} empty={null} />
      )}
      <div className={itemsCss.row}>
        <NumberField path="movingPoints" description={t('settingsPage.movingHint')} />
        <NumberField path="smoothing" description={t('settingsPage.smoothingHint')} />
      </div>
      <div className={itemsCss.row}>
        <WordChoice path="operation" data={['automatic', 'manual']} />
        <NumberField path="levelRate" />
      </div>
      <NumberField
        path="holdSilent"
        placeholder={String(HOLD_SILENT)}
        description={[asTime('holdSilent'), t('settingsPage.holdSilentHint')].filter(Boolean).join('. ')}
        optional
      />
      <CheckField path="allowSuspect" description={t('settingsPage.suspectHint')} />
    </>
  )
}

export function LossesFields({ form }: Props) {
  const { t } = useText()
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
          onChange={() => form.set('seepageByLevel', undefined)}
        />
        <Radio
          name="seepage-kind"
          label={t('settingsPage.seepageByLevel')}
          checked={byLevel}
          onChange={() => form.set('seepageByLevel', [[blank, blank]])}
        />
        {byLevel ? (
          <RecordRows
            path="seepageByLevel"
            hint={t('settingsPage.seepageHint')}
            empty=""
            add={t('settingsPage.addRow')}
            start={[blank, blank]}
          >
            {(path) => (
              <>
                <NumberField path={`${path}.0`} label={t('settingsPage.level')} unit="m" />
                <NumberField path={`${path}.1`} label={t('settingsPage.flow')} unit="m³/s" />
              </>
            )}
          </RecordRows>
        ) : (
          <NumberField path="seepage" />
        )}
        <CheckField path="seepageReturns" description={t('settingsPage.returnsHint')} />
      </fieldset>
    </>
  )
}

export function FlowsFields() {
  const { t } = useText()
  return (
    <>
      <RecordRows
        path="minimumFlows"
        hint={t('settingsPage.flowsHint')}
        empty={t('settingsPage.flowsNone')}
        add={t('settingsPage.addSeason')}
        start={{ from: '', to: '', reach: 'dam', flow: blank }}
      >
        {(path) => (
          <>
            <DayField path={`${path}.from`} />
            <DayField path={`${path}.to`} />
            <WordChoice path={`${path}.reach`} data={['dam', 'river']} />
            <NumberField path={`${path}.flow`} />
          </>
        )}
      </RecordRows>
      <NumberField path="minimumFlowTolerance" description={t('settingsPage.toleranceHint')} optional />
      <fieldset className={itemsCss.group}>
        <legend>{t('settingsPage.release')}</legend>
        <NumberField path="envFlow" empty={null} optional description={t('settingsPage.envHint')} />
        <SeriesField path="envSeries" units={['m3/s']} empty={null} optional />
      </fieldset>
    </>
  )
}

export function EnergyFields() {
  const { t } = useText()
  return (
    <>
      <NumberChoice
        path="energyStep"
        unset={ENERGY_STEP}
        description={t('settingsPage.energyStepHint')}
        data={[
          { id: 1800, name: t('settingsPage.half') },
          { id: 900, name: t('settingsPage.quarter') },
        ]}
      />
      <fieldset className={itemsCss.group}>
        <legend>{t('settingsPage.meters')}</legend>
        <p className={css.small}>{t('settingsPage.metersHint')}</p>
        <SeriesField path="meterSeries" units={METER_UNITS} empty={null} optional />
        <SeriesField path="netSeries" units={METER_UNITS} empty={null} optional />
        <SeriesField path="ownUseSeries" units={METER_UNITS} empty={null} optional />
        <div className={itemsCss.row}>
          <NumberField
            path="meterEvery"
            placeholder={String(METER_EVERY)}
            description={t('settingsPage.meterEveryHint')}
            optional
          />
          <NumberField path="ownUse" empty={null} description={t('settingsPage.ownUseHint')} optional />
        </div>
      </fieldset>
    </>
  )
}

export function LevelsFields() {
  const { t } = useText()
  return (
    <>
      <fieldset className={itemsCss.group}>
        <legend>{t('settingsPage.levels')}</legend>
        {LEVEL_NAMES.map((level) => (
          <NumberField
            key={level}
            path={`levels.${level}`}
            {...(OPTIONAL.includes(level) ? { optional: true, empty: null } : {})}
          />
        ))}
      </fieldset>
      <RecordRows
        path="seasonLimits"
        hint={t('settingsPage.seasonHint')}
        empty={t('settingsPage.seasonNone')}
        add={t('settingsPage.addSeason')}
        start={{ from: '', to: '', level: blank }}
      >
        {(path) => (
          <>
            <DayField path={`${path}.from`} />
            <DayField path={`${path}.to`} />
            <NumberField path={`${path}.level`} />
          </>
        )}
      </RecordRows>
    </>
  )
}

export function DisplayFields() {
  const { t, texts } = useText()
  return (
    <>
      <WordChoice path="levelAxis" fallback="limits" data={['limits', 'data']} />
      <div className={itemsCss.row}>
        <NumberField path="waterLevelMin" empty={null} optional />
        <NumberField path="waterLevelMax" empty={null} optional />
      </div>
      <p className={css.small}>{t('settingsPage.axisHint')}</p>
      <NumberField path="lateShown" description={t('settingsPage.lateHint')} optional />
      <WordChoice path="dischargeOutChart" data={['left', 'right']} />
      <CheckList path="thresholds" data={THRESHOLDS.map((value) => [value, texts.valueOf[value]])} />
      <CheckList path="hiddenLines" hint={t('settingsPage.hiddenHint')} data={Object.entries(texts.lineOf)} />
    </>
  )
}

export function ProjectFields({ form }: Props) {
  const { t } = useText()
  const hours = (path: string) => {
    const now = form.number(path)
    const all = Array.from({ length: 24 }, (_, h) => h * 60)
    if (now !== null && !all.includes(now)) all.push(now)
    return all.sort((a, b) => a - b).map((id) => ({ id, name: clockTime(id) }))
  }
  return (
    <>
      <TextField path="name" />
      <div className={itemsCss.row}>
        <NumberChoice path="dayStart" data={hours('dayStart')} />
        <NumberChoice path="rainDayStart" data={hours('rainDayStart')} />
      </div>
      <p className={css.small}>{t('settingsPage.dayHint')}</p>
    </>
  )
}

export function CameraFields() {
  const { t } = useText()
  return <TextField path="cameraPath" empty={null} optional description={t('settingsPage.cameraHint')} />
}

export function MapFields() {
  const { t } = useText()
  return (
    <>
      <TextField path="mapTiles" empty={null} optional description={t('stationMap.tilesHint')} />
      <TextField path="mapCredit" empty={null} optional />
    </>
  )
}
