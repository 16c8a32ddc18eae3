import { Button, SegmentedControl } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { toLocal } from '#core/time/index.ts'
import { PLAN_GRAINS, type PlanGrain } from '#core/output/plan.ts'
import {
  getPlan,
  getPlanFile,
  listPlanChanges,
  restorePlan,
  type PlanAnswer,
  type PlanChange,
} from '#contract/output-plan.ts'
import { useCan } from '../../lib/app-state.ts'
import { serverNow } from '../../lib/clock.ts'
import { dateTime, number, signed } from '../../lib/format.ts'
import { useAct, useDownload, useRead } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { download } from '../../ui/chart/save.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { FilterBar } from '../../ui/filter/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { QualityMark } from '../../ui/quality/index.tsx'
import { Empty } from '../../ui/state.tsx'
import { DataTable } from '../../ui/table/index.ts'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import { chosenDays, planDaysOf } from './days.ts'
import type { StatisticsAddress } from './output.tsx'
import css from './statistics.module.css'
import { UploadPlan } from './upload.tsx'
import { dayName, planName } from './words.ts'

type Period = PlanAnswer['periods'][number]

/** The plan of a grain beside what was generated, its changes, and the upload of a file. */
export function OutputPlan({ address }: { address: StatisticsAddress }) {
  const { t, language } = useText()
  const { filter, show } = address
  const zone = useZone() ?? 'UTC'
  const mayChange = useCan('statistical.update')
  const [uploading, setUploading] = useState(false)
  const today = toLocal(serverNow(), zone).slice(0, 10)
  const { grain } = filter
  const days = chosenDays(filter.days, planDaysOf(grain, today))
  const query = useRead(
    getPlan,
    { query: { grain, ...days } },
    { quiet: true, placeholderData: keepPreviousData },
  )
  const { data } = query
  const total = data?.total
  return (
    <>
      <div className={`${layoutCss.line} ${css.head} ${css.bar}`}>
        <SegmentedControl
          aria-label={t('statistics.grain')}
          value={grain}
          data={PLAN_GRAINS.map((value) => ({ value, label: t(`statistics.grains.${value}`) }))}
          onChange={(value) => show({ grain: value as PlanGrain, days: { from: null, to: null } })}
        />
        <FilterBar
          {...address}
          filter={{ ...filter, days }}
          filtered={false}
          fields={[
            {
              kind: 'days',
              name: 'days',
              label: t('statistics.days'),
              any: t('statistics.days'),
              width: 270,
              wide: true,
            },
          ]}
        />
        {mayChange && (
          <div className={css.actions}>
            <Button leftSection={<Icon name="upload" size={16} />} onClick={() => setUploading(true)}>
              {t('statistics.upload')}
            </Button>
          </div>
        )}
      </div>
      <p className={`${textCss.hint} ${css.about}`}>{t('statistics.planAbout')}</p>
      <div className={css.table}>
        <DataTable<Period>
          label={t('statistics.tab.plan')}
          query={query}
          rows={data?.periods}
          rowKey={(p) => p.from}
          height={360}
          csv={t('statistics.tab.plan')}
          empty={<Empty icon="bars" title={t('statistics.nothing')} />}
          columns={[
            {
              id: 'period',
              head: t(`statistics.grains.${grain}`),
              rowHeader: true,
              value: (p) => planName(p, data?.grain ?? grain, zone, language),
              cell: (p) => (
                <>
                  <span className={textCss.nowrap}>{planName(p, data?.grain ?? grain, zone, language)}</span>
                  {!p.over && p.actual !== null && (
                    <small className={css.running}> {t('statistics.inProgress')}</small>
                  )}
                </>
              ),
            },
            {
              id: 'plan',
              head: t('statistics.planned'),
              align: 'number',
              value: (p) => p.kwh,
              cell: (p) => number(p.kwh, 0),
            },
            {
              id: 'actual',
              head: t('statistics.generated'),
              align: 'number',
              value: (p) => p.actual,
              cell: (p) => (
                <span className={textCss.nowrap}>
                  {p.actual !== null && p.missing > 0.0005 && (
                    <small className={css.missing}>
                      <QualityMark q={p.quality} words={false} />{' '}
                      {t('statistics.known', { share: number(100 * p.missing, 0) })}{' '}
                    </small>
                  )}
                  {number(p.actual, 0)}
                </span>
              ),
            },
            {
              id: 'deviation',
              head: t('statistics.deviation'),
              align: 'number',
              value: (p) => p.deviation,
              cell: (p) => signed(p.deviation, 0),
            },
            {
              id: 'share',
              head: '%',
              phoneLabel: t('statistics.deviationShare'),
              text: t('statistics.deviationShare'),
              align: 'number',
              value: (p) => p.deviation_share,
              cell: (p) => signed(p.deviation_share === null ? null : 100 * p.deviation_share, 1),
            },
            {
              id: 'vnd',
              head: t('statistics.plannedMoney'),
              align: 'number',
              value: (p) => p.vnd,
              cell: (p) => number(p.vnd, 0),
            },
          ]}
          foot={
            total && total.periods > 0
              ? [
                  {
                    content: t('statistics.both', { n: total.periods, all: data.periods.length }),
                    rowHeader: true,
                  },
                  { align: 'number', content: number(total.kwh, 0) },
                  { align: 'number', content: number(total.actual, 0) },
                  {
                    align: 'number',
                    content: (
                      <>
                        {signed(total.deviation, 0)}{' '}
                        <small className={textCss.nowrap}>
                          {t('statistics.sizes', { kwh: number(total.absolute, 0) })}
                        </small>
                      </>
                    ),
                  },
                  {
                    align: 'number',
                    content: signed(total.kwh > 0 ? (100 * total.deviation) / total.kwh : null, 1),
                  },
                  { content: '' },
                ]
              : undefined
          }
        />
      </div>
      <PlanChanges mayChange={mayChange} zone={zone} />
      {uploading && <UploadPlan onClose={() => setUploading(false)} />}
    </>
  )
}

function PlanChanges({ mayChange, zone }: { mayChange: boolean; zone: string }) {
  const { t, language } = useText()
  const query = useRead(listPlanChanges, {}, { quiet: true })
  const file = useDownload(getPlanFile)
  const restore = useAct(restorePlan, { quiet: true })
  const [asked, setAsked] = useState<{ change: PlanChange; state: 'before' | 'after' } | null>(null)
  const newest = query.data?.[0]?.seq ?? 0
  const what = (c: PlanChange) =>
    c.act === 'upload'
      ? t('statistics.uploaded', { file: c.file_name ?? '' })
      : t(c.state === 'before' ? 'statistics.takenBack' : 'statistics.putBack', { n: c.restored ?? 0 })
  return (
    <>
      <h2 className={`${textCss.heading} ${css.head}`}>{t('statistics.changes')}</h2>
      <DataTable<PlanChange>
        label={t('statistics.changes')}
        query={query}
        rows={query.data}
        rowKey={(c) => c.seq}
        height={200}
        empty={<Empty icon="past" title={t('statistics.noChanges')} />}
        columns={[
          {
            id: 'what',
            head: t('statistics.change'),
            rowHeader: true,
            value: what,
            cell: (c) => (
              <>
                {c.seq}. {what(c)}
                {c.reason && <small> {t('statistics.because', { reason: c.reason })}</small>}
              </>
            ),
          },
          { id: 'grain', head: t('statistics.grain'), value: (c) => t(`statistics.grains.${c.grain}`) },
          {
            id: 'days',
            head: t('statistics.days'),
            value: (c) => `${c.first_day} - ${c.last_day}`,
            cell: (c) => `${dayName(c.first_day, language)} – ${dayName(c.last_day, language)}`,
          },
          { id: 'n', head: t('statistics.periods'), align: 'number', value: (c) => c.periods },
          {
            id: 'by',
            head: t('statistics.by'),
            value: (c) => c.made_by_name,
            cell: (c) => (
              <>
                {c.made_by_name ?? t('statistics.program')}{' '}
                <small className={textCss.nowrap}>{dateTime(c.made_at, zone, language)}</small>
              </>
            ),
          },
        ]}
        actions={{
          name: what,
          acts: (c) => [
            c.file_name !== null && {
              icon: 'save',
              label: t('statistics.getFile'),
              run: () =>
                void file
                  .run({ params: { seq: c.seq } })
                  .then(({ blob }) => download(blob, c.file_name ?? 'plan')),
            },
            mayChange && {
              icon: 'past',
              label: t('statistics.takeBack'),
              run: () => setAsked({ change: c, state: 'before' }),
            },
            mayChange &&
              c.seq !== newest && {
                icon: 'refresh',
                label: t('statistics.putAgain'),
                run: () => setAsked({ change: c, state: 'after' }),
              },
          ],
        }}
      />
      {asked && (
        <Confirm
          title={t(asked.state === 'before' ? 'statistics.takeBack' : 'statistics.putAgain')}
          act={t(asked.state === 'before' ? 'statistics.takeBack' : 'statistics.putAgain')}
          done={t('statistics.planSaved')}
          onAct={() => restore.run({ body: { seq: asked.change.seq, state: asked.state, base: newest } })}
          onClose={() => setAsked(null)}
        >
          {t(asked.state === 'before' ? 'statistics.takeBackAbout' : 'statistics.putAgainAbout', {
            n: asked.change.seq,
            from: dayName(asked.change.first_day, language),
            to: dayName(asked.change.last_day, language),
          })}
        </Confirm>
      )}
    </>
  )
}
