import { MINUTE } from '#core/time/units.ts'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { getWaterValue, type RevenueSoFar, type WaterValue } from '#contract/water-value.ts'
import { dateTime, number } from '../../lib/format.ts'
import { useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { QualityMark } from '../../ui/quality/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import { DataTable } from '../../ui/table/index.ts'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import css from './water-value.module.css'

/** Panel of the dashboard: what water is worth in money, each figure with what is assumed for it. */
export default function WaterValuePanel({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const query = useRead(getWaterValue, {}, { refetchInterval: 5 * MINUTE, quiet: true })
  return (
    <Dialog
      opened
      width={640}
      title={t('panels.name.waterValue')}
      onClose={onClose}
      actions={(close) => (
        <Button variant="default" onClick={close}>
          {t('act.close')}
        </Button>
      )}
    >
      <Loaded query={query} what={t('panels.name.waterValue')} height={420}>
        {(data) => <Content data={data} />}
      </Loaded>
    </Dialog>
  )
}

function Content({ data }: { data: WaterValue }) {
  const { t, language } = useText()
  const { usable, lost, revenue } = data
  const money = (vnd: number | null) => (vnd === null ? t('statistics.notKnown') : `${number(vnd, 0)} VND`)
  const amount = (v: { volume: number | null; kwh: number | null }) =>
    t('statistics.waterAnd', { water: number(v.volume, 0), kwh: number(v.kwh, 0) })
  return (
    <div className={layoutCss.columnWide}>
      <Part title={t('statistics.usable')} figure={money(usable.vnd)} assumed={usable.assumed}>
        {amount(usable)}
        {usable.level === null &&
          usable.level_at !== null &&
          ` · ${t('lookUp.nowLate', { time: dateTime(usable.level_at, data.zone, language) })}`}
        {usable.price !== null && ` · ${t('statistics.atPrice', { price: number(usable.price, 1) })}`}
      </Part>
      <Part title={t('statistics.spill')} figure={money(lost.spill.vnd)}>
        {amount(lost.spill)}
      </Part>
      <Part title={t('statistics.minimum')} figure={money(lost.minimum_flow.vnd)} assumed={lost.assumed}>
        {amount(lost.minimum_flow)}
      </Part>
      {(['today', 'month'] as const).map((of) => (
        <Revenue key={of} title={t(`statistics.revenueOf.${of}`)} revenue={revenue[of]} />
      ))}
      <p className={textCss.hint}>{revenue.assumed}</p>
      <p className={textCss.hint}>{t('statistics.asOf', { time: dateTime(data.at, data.zone, language) })}</p>
    </div>
  )
}

interface PartProps {
  title: string
  figure: string
  assumed?: string
  children: ReactNode
}

/** A figure in money, of what it is, and what is assumed for it. */
function Part({ title, figure, assumed, children }: PartProps) {
  return (
    <section>
      <h3 className={css.part}>
        <span>{title}</span> <strong className={textCss.nowrap}>{figure}</strong>
      </h3>
      <p className={textCss.note}>{children}</p>
      {assumed && <p className={textCss.hint}>{assumed}</p>}
    </section>
  )
}

function Revenue({ title, revenue }: { title: string; revenue: RevenueSoFar }) {
  const { t } = useText()
  const { vnd, kwh, missing, quality, unpriced_kwh: unpriced, classes } = revenue
  return (
    <section>
      <h3 className={css.part}>
        <span>{title}</span>{' '}
        <strong className={textCss.nowrap}>
          {vnd === null ? t('statistics.notKnown') : `${number(vnd, 0)} VND`}
        </strong>
      </h3>
      <p className={textCss.note}>
        {number(kwh, 0)} kWh
        {missing > 0.0005 && (
          <small className={css.missing}>
            {' '}
            <QualityMark q={quality} words={false} />{' '}
            {t('statistics.known', { share: number(100 * missing, 0) })}
          </small>
        )}
        {unpriced > 0 && ` · ${t('statistics.unpriced', { kwh: number(unpriced, 0) })}`}
      </p>
      {vnd !== null && (
        <DataTable
          label={title}
          rows={classes}
          rowKey={(c) => c.class ?? ''}
          columns={[
            { id: 'class', head: t('statistics.class'), rowHeader: true, value: (c) => c.name },
            { id: 'kwh', head: 'kWh', align: 'number', value: (c) => c.kwh, cell: (c) => number(c.kwh, 0) },
            { id: 'vnd', head: 'VND', align: 'number', value: (c) => c.vnd, cell: (c) => number(c.vnd, 0) },
          ]}
        />
      )}
    </section>
  )
}
