import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Plant } from '#core/description/index.ts'
import { NOTHING, number, upToSix } from '../../lib/format.ts'
import { useItems } from '../../lib/items.ts'
import { dateInWords } from '../../lib/local-time.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { ItemEditor, ItemHistory, usePeriod } from '../../parts/described-items/index.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './hydropower.module.css'
import { LevelMarks } from './level-marks.tsx'
import { clockTime } from '../../lib/item-words.ts'
import { ReservoirForm } from './reservoir-form.tsx'
import { useSeenAt } from './when.tsx'

/** The reservoir and its dam: identity, location, levels, basin, start of the day. */
export function ReservoirTab() {
  const { t } = useText()
  const items = useItems('plant', useSeenAt())
  const mayUpdate = useCan('information.update')
  const period = usePeriod()
  const [open, setOpen] = useState<'edit' | 'history' | null>(null)
  const close = () => setOpen(null)
  return (
    <Loaded query={items} what={t('hydropower.tabs.reservoir')} height={480}>
      {([item]) =>
        !item ? (
          <Empty icon="water" title={t('dashboard.emptyReservoir')} />
        ) : (
          <>
            <div className={css.bar}>
              <span className={textCss.note}>
                {t('items.period')}: {period(item)}
              </span>
              <Button
                variant="default"
                leftSection={<Icon name="clock" size={16} />}
                onClick={() => setOpen('history')}
              >
                {t('items.history')}
              </Button>
              {mayUpdate && (
                <Button leftSection={<Icon name="edited" size={16} />} onClick={() => setOpen('edit')}>
                  {t('hydropower.edit')}
                </Button>
              )}
            </div>
            <Shown plant={item.body} />
            {open === 'edit' && (
              <ItemEditor noun="plant" item={item} title={t('hydropower.edit')} onClose={close}>
                {(form, readOnly) => <ReservoirForm form={form} readOnly={readOnly} />}
              </ItemEditor>
            )}
            {open === 'history' && (
              <ItemHistory noun="plant" id={item.id} name={item.body.name} onClose={close} />
            )}
          </>
        )
      }
    </Loaded>
  )
}

function Shown({ plant }: { plant: Plant }) {
  const { t, language } = useText()
  const field = t
  return (
    <div className={css.cards}>
      <Card title={t('hydropower.identity')}>
        <Line label={field('fieldOf.plant.name')}>{plant.name}</Line>
        <Line label={field('fieldOf.plant.river')}>{plant.river || NOTHING}</Line>
        <Line label={field('fieldOf.plant.province')}>{plant.province || NOTHING}</Line>
        <Line label={field('fieldOf.plant.address')}>{plant.address || NOTHING}</Line>
        <Line label={t('hydropower.coordinates')}>
          {number(plant.latitude, 5)}°, {number(plant.longitude, 5)}°
        </Line>
        <Line label={field('fieldOf.plant.company')}>{plant.company || NOTHING}</Line>
        <Line label={field('fieldOf.plant.phone')}>{plant.phone || NOTHING}</Line>
        <Line label={field('fieldOf.plant.zone')}>{plant.zone}</Line>
      </Card>
      <Card title={t('hydropower.onRiver')}>
        <Line label={field('fieldOf.plant.riverBasin')}>{plant.riverBasin || NOTHING}</Line>
        <Line label={field('fieldOf.plant.riverKm')}>{withUnit(plant.riverKm, 'km')}</Line>
        <Line label={field('fieldOf.plant.joins.river')}>{plant.joins?.river || NOTHING}</Line>
        <Line label={field('fieldOf.plant.joins.km')}>{withUnit(plant.joins?.km, 'km')}</Line>
        <Line label={field('fieldOf.plant.travelTime')}>{withUnit(plant.travelTime, 'min', 0)}</Line>
      </Card>
      <Card title={t('hydropower.levels')}>
        <LevelMarks levels={plant.levels} />
        <Line label={t('hydropower.seasonLimits')}>
          {(plant.seasonLimits ?? []).length === 0
            ? t('hydropower.noSeasons')
            : plant.seasonLimits!.map((s) => (
                <div key={s.from + s.to}>
                  <b>{number(s.level, 2)}</b> m{' '}
                  <span className={textCss.note}>
                    {t('hydropower.season', { from: dayMonth(s.from), to: dayMonth(s.to) })}
                  </span>
                </div>
              ))}
        </Line>
      </Card>
      <Card title={t('hydropower.basinAndDays')}>
        <Line label={field('fieldOf.plant.basinArea')}>{number(plant.basinArea, 1)} km²</Line>
        <Line label={field('fieldOf.plant.meanAnnualFlow')}>{withUnit(plant.meanAnnualFlow, 'm³/s', 2)}</Line>
        <Line label={field('fieldOf.plant.floods.self')}>
          {(plant.floods ?? []).length === 0
            ? NOTHING
            : plant.floods!.map((f) => (
                <div key={f.frequency} className={css.catchment}>
                  <span>P = {upToSix(f.frequency)} %</span>
                  <span className={textCss.nowrap}>{number(f.flow, 0)} m³/s</span>
                </div>
              ))}
        </Line>
        <Line label={t('hydropower.catchments')}>
          {plant.catchments.length === 0
            ? t('hydropower.noCatchments')
            : plant.catchments.map((c) => (
                <div key={c.code} className={css.catchment}>
                  <span>{c.name}</span>
                  <span className={textCss.nowrap}>{number(c.area, 1)} km²</span>
                </div>
              ))}
        </Line>
        <Line label={field('fieldOf.plant.dayStart')}>{clockTime(plant.dayStart)}</Line>
        <Line label={field('fieldOf.plant.rainDayStart')}>{clockTime(plant.rainDayStart)}</Line>
        <Line label={field('fieldOf.plant.recordsFrom')}>
          {dateInWords(plant.recordsFrom || '1900', language)}
        </Line>
      </Card>
    </div>
  )
}

const withUnit = (value: number | null | undefined, unit: string, decimals = 1) =>
  value === null || value === undefined ? NOTHING : `${number(value, decimals)} ${unit}`

/** Formats 09-15 with the day first. */
const dayMonth = (md: string) => `${md.slice(3)}/${md.slice(0, 2)}`

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`${layoutCss.columnClose} ${css.card}`} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.line}>
      <span className={`${textCss.note} ${css.label}`}>{label}</span>
      <div>{children}</div>
    </div>
  )
}
