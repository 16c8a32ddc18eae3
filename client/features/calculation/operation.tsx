import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { HOUR, toLocal } from '#core/time/index.ts'
import type { Calculated, Operation as Data } from '#contract/calculation.ts'
import { bandOf } from '../../lib/band.ts'
import { DECIMALS, NOTHING, dateTime, duration, number, timeNear, unit } from '../../lib/format.ts'
import { notice } from '../../lib/notice.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { lazyWith } from '../../lib/text/load.ts'
import { useNow } from '../../lib/use-now.ts'
import { useCan } from '../../lib/app-state.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { QualityMark } from '../../ui/quality/index.tsx'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './operation.module.css'
import { useOperation, useProposal, useRuns, type Run } from './queries.ts'
import { Uncomputed } from './uncomputed.tsx'

const Save = lazyWith('more', () => import('./save.tsx').then((m) => ({ default: m.SaveCalculation })))
const Switch = lazyWith('more', () => import('./switch.tsx').then((m) => ({ default: m.SwitchOperation })))
const Panel = lazyWith('more', () => import('./panel.tsx'))
const Rollback = lazyWith('more', () => import('./rollback.tsx').then((m) => ({ default: m.RollbackRun })))

/** How long the dashboard offers the rollback of a saved calculation, ms; afterwards the list of runs does. */
const FRESH = HOUR
const EVERY = 20_000

/**
 * Shows the unusual states of the calculation: manual operation with its proposal, no result for long, just saved.
 */
export function OperationBanners() {
  const data = useOperation().data
  const mayAct = useCan('dashboard.save-revert')
  if (!data) return null
  return (
    <>
      {data.method === 'manual' && <Manual data={data} mayAct={mayAct} />}
      {data.overdue && <Overdue data={data} />}
      <Uncomputed />
      {mayAct && <LastSaved />}
    </>
  )
}

function Manual({ data, mayAct }: { data: Data; mayAct: boolean }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const proposal = useProposal()
  const [open, setOpen] = useState<'save' | 'switch' | 'panel' | null>(null)
  const close = () => setOpen(null)
  const mayTry = useCan('dashboard.calculation')
  return (
    <section className={css.banner} data-kind="manual" aria-label={t('operation.manual')}>
      <div className={`${layoutCss.line} ${css.head}`}>
        <Icon name="user" size={20} />
        <p className={css.words}>
          <strong>{t('operation.manual')}</strong>{' '}
          {data.since === null
            ? t('operation.always')
            : t('operation.since', { time: dateTime(data.since, zone, language) })}
          {data.by_name !== null && `, ${t('operation.by', { who: data.by_name })}`}
          <span className={css.hint}>
            {t('operation.manualHint')}
            {data.reason !== null && ` ${t('operation.reason')}: ${data.reason}`}
          </span>
        </p>
        {mayAct && (
          <Button size="compact-sm" variant="default" onClick={() => setOpen('switch')}>
            {t('operation.toAutomatic')}
          </Button>
        )}
      </div>
      <div className={css.proposal} role="group" aria-label={t('operation.proposal')}>
        <p className={css.label}>
          <Icon name="estimated" size={16} />
          <strong>{t('operation.proposal')}</strong>
          {proposal.data && (
            <span>{t('operation.proposalAt', { time: dateTime(proposal.data.at, zone, language) })}</span>
          )}
        </p>
        {proposal.data ? (
          <Proposal data={proposal.data} />
        ) : (
          <span className={css.hint}>{proposal.error ? t('operation.noProposal') : NOTHING}</span>
        )}
        <div className={css.acts}>
          {mayTry && (
            <Button size="compact-sm" variant="default" onClick={() => setOpen('panel')}>
              {t('operation.details')}
            </Button>
          )}
          {mayAct && (
            <Button
              size="compact-sm"
              disabled={!proposal.data}
              leftSection={<Icon name="save" size={14} />}
              onClick={() => setOpen('save')}
            >
              {t('operation.save')}
            </Button>
          )}
        </div>
      </div>
      <Suspense fallback={null}>
        {open === 'switch' && <Switch seen="manual" onClose={close} />}
        {open === 'panel' && <Panel onClose={close} />}
        {open === 'save' && proposal.data && (
          <Save
            body={{ at: toLocal(proposal.data.at, zone) }}
            at={proposal.data.at}
            count={0}
            onClose={close}
            onSaved={(run, { at }) => {
              close()
              if (run === null)
                notice(
                  'info',
                  `${t('calculation.stood', { time: dateTime(at, zone, language) })} ${t('calculation.stoodNote')}`,
                )
            }}
          />
        )}
      </Suspense>
    </section>
  )
}

function Proposal({ data }: { data: Calculated }) {
  const { t, language } = useText()
  const flow = unit('flow', language)
  const band = bandOf(data.total_discharge_lake.value, data.inflow_sigma)
  const figures = [
    { key: 'level', value: data.lake_level, decimals: DECIMALS.level, unit: 'm' },
    {
      key: 'storage',
      value: data.total_capacity,
      decimals: DECIMALS.storage,
      unit: unit('storage', language),
    },
    { key: 'inflow', value: data.total_discharge_lake, decimals: DECIMALS.flow, unit: flow },
    { key: 'smoothed', value: data.inflow_moving_average, decimals: DECIMALS.flow, unit: flow },
    { key: 'out', value: data.total_discharge_out, decimals: DECIMALS.flow, unit: flow },
  ] as const
  return (
    <dl className={css.figures}>
      {figures.map((f) => (
        <div key={f.key}>
          <dt>{t(`calculation.row.${f.key}`)}</dt>
          <dd>
            <b>{number(f.value.value, f.decimals)}</b> <span className={textCss.note}>{f.unit}</span>
            {f.key === 'inflow' && band && (
              <span className={textCss.note} title={t('calculation.bandHint', band)}>
                {' '}
                ({band.low} … {band.high})
              </span>
            )}{' '}
            <QualityMark q={f.value.quality} words={false} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Overdue({ data }: { data: Data }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const now = useNow(EVERY)
  return (
    <p className={css.banner} data-kind="overdue" role="status">
      <Icon name="warning" size={18} />
      <span>
        <strong>{t('operation.overdue')}.</strong>{' '}
        {data.last_instant === null
          ? t('operation.overdueNever')
          : t('operation.overdueSince', {
              time: timeNear(data.last_instant, now, zone, language),
              age: duration(now - data.last_instant, language),
            })}{' '}
        {t(data.method === 'manual' ? 'operation.overdueManual' : 'operation.overdueAuto')}
      </span>
    </p>
  )
}

/** The last save, with its rollback. */
function LastSaved() {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const now = useNow(EVERY)
  const runs = useRuns({ all: false, limit: 1 }).data
  const [asking, setAsking] = useState<Run | null>(null)
  const [last] = runs ?? []
  const shown = last && last.kind === 'save' && last.can_roll_back && now - last.started_at < FRESH
  if (!shown && !asking) return null
  return (
    <>
      {shown && (
        <p className={css.banner} data-kind="saved" role="status">
          <Icon name="edited" size={18} />
          <span>
            {t('operation.lastSaved', {
              who: last.actor_name ?? t('runs.system'),
              time: timeNear(last.to, now, zone, language),
              when: timeNear(last.started_at, now, zone, language),
            })}
          </span>
          <Button size="compact-sm" variant="default" onClick={() => setAsking(last)}>
            {t('calculation.rollback')}
          </Button>
        </p>
      )}
      {asking && (
        <Suspense fallback={null}>
          <Rollback id={asking.run_id} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </>
  )
}
