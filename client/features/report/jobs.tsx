import { Button } from '@mantine/core'
import { useState } from 'react'
import { fromLocal } from '#core/time/index.ts'
import {
  cancelReportJob,
  getReportJobFile,
  listReportJobs,
  REPORT_KEPT_DAYS,
  REPORT_WAIT,
  type ReportJob,
} from '#contract/report-jobs.ts'
import { date, dateTime, number } from '../../lib/format.ts'
import { useAct, useDownload, useRead } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { download } from '../../ui/chart/save.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Empty } from '../../ui/state.tsx'
import { DataTable } from '../../ui/table/index.ts'
import textCss from '../../ui/text.module.css'
import css from './report.module.css'

const isOpen = ({ state }: ReportJob) => state === 'queued' || state === 'running'
/** Between two looks while one is made, ms. */
const OFTEN = 2000

/** Button with the reports that are made in the background, while there are any; opens their list. */
export function ReportJobs() {
  const { t } = useText()
  const [open, setOpen] = useState(false)
  const jobs = useRead(
    listReportJobs,
    {},
    { quiet: true, refetchInterval: ({ state }) => (state.data?.some(isOpen) ? OFTEN : false) },
  )
  const list = jobs.data ?? []
  if (list.length === 0) return null
  const busy = list.filter(isOpen).length
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name={busy > 0 ? 'clock' : 'inbox'} size={16} />}
        onClick={() => setOpen(true)}
      >
        {busy > 0 ? t('report.jobs.show', { n: busy }) : t('report.jobs.title')}
      </Button>
      {open && (
        <Dialog
          panel
          width={720}
          title={t('report.jobs.title')}
          opened
          onClose={() => setOpen(false)}
          actions={(close) => (
            <Button variant="default" onClick={close}>
              {t('act.close')}
            </Button>
          )}
        >
          <p className={textCss.hint}>
            {t('report.jobs.hint', { seconds: REPORT_WAIT, days: REPORT_KEPT_DAYS })}
          </p>
          <JobTable jobs={list} />
        </Dialog>
      )}
    </>
  )
}

function JobTable({ jobs }: { jobs: readonly ReportJob[] }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const cancel = useAct(cancelReportJob)
  const file = useDownload(getReportJobFile)
  const day = (local: string) => date(fromLocal(local, zone) ?? NaN, zone, language)
  const save = (job: ReportJob) =>
    void file
      .run({ params: { id: job.job_id } })
      .then(({ blob, name }) => download(blob, name ?? job.file!.name))
  return (
    <DataTable
      label={t('report.jobs.title')}
      rows={jobs}
      rowKey={(job) => job.job_id}
      empty={<Empty icon="table" title={t('report.jobs.none')} />}
      columns={[
        {
          id: 'what',
          head: t('report.jobs.what'),
          rowHeader: true,
          value: (job) => `${job.kind} ${job.from}`,
          cell: (job) => (
            <>
              {t(`report.kinds.${job.kind}`)}, {job.format === 'xlsx' ? 'Excel' : 'CSV'}
              <div className={textCss.small}>
                {day(job.from)} – {day(job.to)}
              </div>
            </>
          ),
        },
        {
          id: 'state',
          head: t('report.jobs.state'),
          value: (job) => job.state,
          cell: (job) => <JobState job={job} />,
        },
        {
          id: 'by',
          head: t('report.jobs.by'),
          value: (job) => job.by,
          cell: (job) => (
            <>
              {job.by}
              <div className={textCss.small}>{dateTime(job.created_at, zone, language)}</div>
            </>
          ),
        },
        {
          id: 'file',
          head: t('report.jobs.file'),
          value: (job) => job.file?.name,
          cell: (job) =>
            job.file ? (
              <>
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={file.busy && file.input?.params.id === job.job_id}
                  leftSection={<Icon name="save" size={16} />}
                  onClick={() => save(job)}
                >
                  {t('report.jobs.get')} ({number(job.file.size / 1024 / 1024, 1)} MB)
                </Button>
                {job.expires_at !== null && (
                  <div className={textCss.small}>
                    {t('report.jobs.kept', { time: dateTime(job.expires_at, zone, language) })}
                  </div>
                )}
              </>
            ) : (
              isOpen(job) &&
              job.own && (
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={job.cancelling}
                  loading={cancel.busy && cancel.input?.params.id === job.job_id}
                  onClick={() => void cancel.run({ params: { id: job.job_id } })}
                >
                  {t(job.cancelling ? 'report.jobs.cancelling' : 'report.jobs.cancel')}
                </Button>
              )
            ),
        },
      ]}
    />
  )
}

function JobState({ job }: { job: ReportJob }) {
  const { t } = useText()
  return (
    <div className={css.jobState} data-state={job.state}>
      {t(`report.jobs.states.${job.state}`)}
      {job.state === 'running' && job.share !== null && (
        <>
          {' '}
          {number(100 * job.share, 0)} %
          <progress value={job.share} max={1} aria-label={t('report.jobs.progress')} />
        </>
      )}
      {job.error && <div className={textCss.small}>{job.error}</div>}
    </div>
  )
}
