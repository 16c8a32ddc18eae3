import { useState } from 'react'
import {
  listReportSchedules,
  pauseReportSchedule,
  removeReportSchedule,
  type ReportSchedule,
} from '#contract/report-schedules.ts'
import { listSheets } from '#contract/sheets.ts'
import { useCan } from '../../lib/app-state.ts'
import { dateTime } from '../../lib/format.ts'
import { useAct, useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { AddButton, Page } from '../../ui/page/index.tsx'
import { Empty } from '../../ui/state.tsx'
import { DataTable, RowName, type Columns } from '../../ui/table/index.ts'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import { ISSUE_FIELDS } from './address.ts'
import { EditSchedule } from './form.tsx'
import { IssueList } from './issues.tsx'
import css from './schedules.module.css'

/** Between two looks at what became of reports, ms. */
const AGAIN = 30_000

/** Page of scheduled reports: what is made when and for whom, and what became of each. */
export default function ReportSchedules() {
  const { t, language } = useText()
  useTitle('route.reportSchedules')
  const read = useRead(listReportSchedules, {}, { failed: 'load_failed', refetchInterval: AGAIN })
  const address = useAddress(ISSUE_FIELDS)
  const mayChange = useCan('settings.update')
  const [editing, setEditing] = useState<ReportSchedule | 'new' | null>(null)
  const [removing, setRemoving] = useState<ReportSchedule | null>(null)
  const pause = useAct(pauseReportSchedule)
  const remove = useAct(removeReportSchedule, { quiet: true })
  const { mail, zone = 'UTC', season = null, schedules = [] } = read.data ?? {}
  const faulty = schedules.filter((one) => one.own && (one.faults > 0 || one.stopped !== null))
  const held = ({ schedule_id, version }: ReportSchedule) => ({ schedule_id, version })
  const columns: Columns<ReportSchedule> = [
    {
      id: 'name',
      head: t('reportSchedules.name'),
      rowHeader: true,
      value: (one) => one.name,
      cell: (one) => (
        <div>
          {mayChange ? <RowName name={one.name} onOpen={() => setEditing(one)} /> : one.name}
          <div className={textCss.small}>
            <WhatWords what={one.what} />
          </div>
        </div>
      ),
    },
    {
      id: 'when',
      head: t('reportSchedules.when'),
      cell: (one) => (
        <ul className={css.times}>
          {one.paces.map((pace) => (
            <li key={pace.name} className={textCss.small}>
              {pace.name}:{' '}
              {'every' in pace.times
                ? t('reportSchedules.everyMinutes', { n: pace.times.every })
                : pace.times.at.join(', ')}
            </li>
          ))}
        </ul>
      ),
    },
    {
      id: 'next',
      head: t('reportSchedules.next'),
      value: (one) => one.next,
      cell: (one) => (one.next === null ? t('reportSchedules.noNext') : dateTime(one.next, zone, language)),
    },
    {
      id: 'to',
      head: t('reportSchedules.to'),
      value: (one) => one.recipients.join(', '),
      cell: (one) => (
        <span className={textCss.breaks}>
          {one.recipients.length === 0 ? t('reportSchedules.nobody') : one.recipients.join(', ')}
        </span>
      ),
    },
    { id: 'state', head: t('reportSchedules.state'), cell: (one) => <ScheduleState one={one} /> },
  ]
  return (
    <>
      <Page
        title={t('route.reportSchedules')}
        hint={t('reportSchedules.hint')}
        actions={
          mayChange && <AddButton label={t('reportSchedules.add')} onClick={() => setEditing('new')} />
        }
        filter={
          (mail === 'off' || mail === 'demo' || faulty.length > 0) && (
            <div className={css.notices}>
              {mail !== 'on' && (
                <p className={css.notice}>
                  {t(mail === 'off' ? 'reportSchedules.mailOff' : 'reportSchedules.mailDemo')}
                </p>
              )}
              {faulty.length > 0 && (
                <p className={css.notice} data-kind="bad" role="alert">
                  {t('reportSchedules.faultsOwn', { names: faulty.map((one) => one.name).join(', ') })}
                </p>
              )}
            </div>
          )
        }
      >
        <DataTable
          label={t('reportSchedules.list')}
          query={read}
          rows={read.data?.schedules}
          rowKey={(one) => one.schedule_id}
          height={200}
          empty={
            <Empty icon="clock" title={t('reportSchedules.none')} hint={t('reportSchedules.noneHint')} />
          }
          columns={columns}
          actions={{
            name: (one) => one.name,
            acts: (one) => [
              {
                icon: 'table',
                label: t('reportSchedules.acts.issues'),
                run: () => address.show({ schedule: one.schedule_id }),
              },
              mayChange && {
                icon: 'edited',
                label: t('reportSchedules.acts.edit'),
                run: () => setEditing(one),
              },
              mayChange && {
                icon: one.paused ? 'play' : 'pause',
                label: t(one.paused ? 'reportSchedules.acts.resume' : 'reportSchedules.acts.pause'),
                run: () => void pause.run({ body: { ...held(one), paused: !one.paused } }),
              },
              mayChange && {
                icon: 'trash',
                label: t('reportSchedules.acts.remove'),
                run: () => setRemoving(one),
              },
            ],
          }}
        />
      </Page>
      <IssueList address={address} schedules={schedules} zone={zone} mayChange={mayChange} />
      {editing && (
        <EditSchedule
          one={editing === 'new' ? null : editing}
          season={season}
          reload={async () => {
            const fresh = (await read.refetch()).data!.schedules
            return fresh.find((s) => editing !== 'new' && s.schedule_id === editing.schedule_id)!
          }}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && (
        <Confirm
          title={t('reportSchedules.removeTitle', { name: removing.name })}
          act={t('reportSchedules.acts.remove')}
          onAct={() => remove.run({ body: held(removing) })}
          done={t('reportSchedules.saved')}
          onClose={() => setRemoving(null)}
        >
          <p>{t('reportSchedules.removeWhat')}</p>
        </Confirm>
      )}
    </>
  )
}

/** What a schedule makes, in a few words. */
function WhatWords({ what }: { what: ReportSchedule['what'] }) {
  const { t, language } = useText()
  const sheets = useRead(listSheets, {}, { enabled: what.of === 'sheet', quiet: true })
  if (what.of === 'report')
    return `${t(`report.kinds.${what.report.kind}`)}, ${t(`reportSchedules.form.spans.${what.span}`)}`
  const sheet = sheets.data?.find((one) => one.sheet_id === what.sheet)
  return `${sheet?.name[language] ?? what.sheet}, ${t(`reportSchedules.form.periods.${what.period}`)}`
}

function ScheduleState({ one }: { one: ReportSchedule }) {
  const { t } = useText()
  const state = one.stopped !== null ? 'stopped' : one.paused ? 'paused' : 'running'
  return (
    <div>
      <span className={`${layoutCss.inline} ${css.state}`} data-state={state}>
        <Icon name={state === 'running' ? 'check' : state === 'paused' ? 'pause' : 'warning'} size={16} />
        {state === 'running'
          ? one.pace === null
            ? t('reportSchedules.noPace')
            : t('reportSchedules.running', { pace: one.pace })
          : t(`reportSchedules.${state}`)}
      </span>
      {one.stopped && <div className={textCss.small}>{one.stopped}</div>}
      {one.faults > 0 && (
        <div className={`${textCss.small} ${css.bad}`}>{t('reportSchedules.faults', { n: one.faults })}</div>
      )}
      {one.maker && <div className={textCss.small}>{t('reportSchedules.maker', { name: one.maker })}</div>}
    </div>
  )
}
