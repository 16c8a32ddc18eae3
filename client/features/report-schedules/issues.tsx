import { Button } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import {
  checkReportIssues,
  getReportIssueFile,
  ISSUE_STATES,
  listReportIssues,
  repeatReportIssue,
  type IssueState,
  type ReportIssue,
  type ReportSchedule,
} from '#contract/report-schedules.ts'
import { dateTime } from '../../lib/format.ts'
import { useAct, useDownload, useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { download } from '../../ui/chart/save.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { FilterBar } from '../../ui/filter/index.tsx'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import { Page } from '../../ui/page/index.tsx'
import { Empty } from '../../ui/state.tsx'
import { DataTable } from '../../ui/table/index.ts'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import { IssueDifference } from './difference.tsx'
import type { IssueAddress } from './address.ts'
import css from './schedules.module.css'

const ICONS: Record<IssueState, IconName> = {
  due: 'clock',
  made: 'check',
  sending: 'clock',
  sent: 'check',
  recorded: 'inbox',
  failed: 'warning',
  uncertain: 'warning',
  skipped: 'warning',
}
/** Between two looks, ms: while one is made or sent, and otherwise. */
const OFTEN = 3000
const SELDOM = 30_000

interface Props {
  address: IssueAddress
  schedules: readonly ReportSchedule[]
  zone: string
  mayChange: boolean
}

/** What became of each report: its state, its file, and whether data have changed since. */
export function IssueList({ address, schedules, zone, mayChange }: Props) {
  const { t, language } = useText()
  const { schedule, state, page } = address.filter
  const read = useRead(
    listReportIssues,
    { query: { ...(schedule && { schedule }), ...(state && { state }), page } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        data?.issues.some((one) => one.state === 'due' || one.state === 'sending') ? OFTEN : SELDOM,
    },
  )
  const issues = read.data?.issues
  const ids = issues?.flatMap((one) => (one.file && !one.corrected ? [one.issue_id] : [])) ?? []
  const checked = useRead(checkReportIssues, ids.length > 0 ? { body: { ids } } : null, {
    quiet: true,
    placeholderData: keepPreviousData,
  })
  const changedIn = (one: ReportIssue) => checked.data?.find((c) => c.issue_id === one.issue_id)?.changed ?? 0
  const [comparing, setComparing] = useState<ReportIssue | null>(null)
  const [asking, setAsking] = useState<ReportIssue | null>(null)
  const again = useAct(repeatReportIssue)
  const file = useDownload(getReportIssueFile)
  const save = (one: ReportIssue) =>
    void file
      .run({ params: { id: one.issue_id } })
      .then(({ blob, name }) => download(blob, name ?? one.file!.name))
  return (
    <>
      <Page
        second
        title={t('reportSchedules.issues')}
        filter={
          <FilterBar
            {...address}
            fields={[
              {
                kind: 'choice',
                name: 'schedule',
                label: t('reportSchedules.ofSchedule'),
                any: t('reportSchedules.anySchedule'),
                options: schedules.map((one) => ({ value: one.schedule_id, label: one.name })),
                width: 240,
              },
              {
                kind: 'choice',
                name: 'state',
                label: t('reportSchedules.ofState'),
                any: t('reportSchedules.anyState'),
                options: ISSUE_STATES.map((value) => ({
                  value,
                  label: t(`reportSchedules.issueState.${value}`),
                })),
                width: 200,
              },
            ]}
          />
        }
      >
        <DataTable
          label={t('reportSchedules.issues')}
          query={read}
          rows={issues}
          rowKey={(one) => one.issue_id}
          height={280}
          empty={<Empty icon="table" title={t('reportSchedules.issuesNone')} />}
          paging={
            read.data && {
              page: read.data.page,
              pageSize: read.data.page_size,
              total: read.data.total,
              onPage: (next) => address.show({ page: next }),
            }
          }
          columns={[
            {
              id: 'slot',
              head: t('reportSchedules.slot'),
              rowHeader: true,
              className: textCss.nowrap,
              value: (one) => dateTime(one.slot, zone, language),
              cell: (one) => (
                <div>
                  {dateTime(one.slot, zone, language)}{' '}
                  {one.late && <span className={css.late}>{t('reportSchedules.late')}</span>}
                  {one.pace && <div className={textCss.small}>{one.pace}</div>}
                </div>
              ),
            },
            {
              id: 'name',
              head: t('reportSchedules.what'),
              value: (one) => one.name,
              cell: (one) => (
                <div>
                  {one.name}
                  {one.number > 0 && (
                    <div className={textCss.small}>
                      {t(one.correction > 0 ? 'reportSchedules.correctedNumber' : 'reportSchedules.number', {
                        n: one.number,
                      })}
                    </div>
                  )}
                </div>
              ),
            },
            {
              id: 'state',
              head: t('reportSchedules.state'),
              value: (one) => one.state,
              cell: (one) => (
                <div>
                  <span className={`${layoutCss.inline} ${css.state}`} data-state={one.state}>
                    <Icon name={ICONS[one.state]} size={16} />
                    {t(`reportSchedules.issueState.${one.state}`)}{' '}
                    {one.sent_at !== null &&
                      t('reportSchedules.sentAt', { time: dateTime(one.sent_at, zone, language) })}
                  </span>
                  {one.error && <div className={textCss.small}>{one.error}</div>}
                  {one.rejected.length > 0 && (
                    <div className={`${textCss.small} ${css.bad}`}>
                      {t('reportSchedules.rejected', { names: one.rejected.join(', ') })}
                    </div>
                  )}
                  {one.corrected && <div className={textCss.small}>{t('reportSchedules.replaced')}</div>}
                  {!one.corrected && changedIn(one) > 0 && (
                    <div>
                      <span className={css.late}>{t('reportSchedules.changed', { n: changedIn(one) })}</span>{' '}
                      <Button size="compact-xs" variant="default" onClick={() => setComparing(one)}>
                        {t('reportSchedules.showChanged')}
                      </Button>
                    </div>
                  )}
                </div>
              ),
            },
            {
              id: 'file',
              head: t('reportSchedules.file'),
              value: (one) => one.file?.name,
              hideOnPhone: (one) => one.file === null,
              cell: (one) =>
                one.file && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    title={`${one.file.name}\nSHA-256 ${one.file.sha256}`}
                    loading={file.busy && file.input?.params.id === one.issue_id}
                    leftSection={<Icon name="save" size={16} />}
                    onClick={() => save(one)}
                  >
                    {t('reportSchedules.download')}
                  </Button>
                ),
            },
            {
              id: 'to',
              head: t('reportSchedules.to'),
              value: (one) => one.recipients.join(', '),
              cell: (one) => (
                <span className={`${textCss.small} ${textCss.breaks}`}>
                  {one.recipients.length === 0 ? t('reportSchedules.nobody') : one.recipients.join(', ')}
                </span>
              ),
            },
          ]}
          actions={
            mayChange && {
              head: '',
              cell: (one) =>
                canRepeat(one) && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={again.busy && again.input?.params.id === one.issue_id}
                    onClick={() =>
                      one.state === 'uncertain'
                        ? setAsking(one)
                        : void again.run({ params: { id: one.issue_id } })
                    }
                  >
                    {t(
                      one.state === 'uncertain' ? 'reportSchedules.againUncertain' : 'reportSchedules.again',
                    )}
                  </Button>
                ),
            }
          }
        />
      </Page>
      {comparing && (
        <IssueDifference
          issue={comparing}
          zone={zone}
          mayChange={mayChange}
          onClose={() => setComparing(null)}
        />
      )}
      {asking && (
        <Confirm
          title={t('reportSchedules.againTitle', { n: asking.number })}
          act={t('reportSchedules.againUncertain')}
          onAct={() => again.run({ params: { id: asking.issue_id } })}
          onClose={() => setAsking(null)}
        >
          <p>{t('reportSchedules.againWhat')}</p>
        </Confirm>
      )}
    </>
  )
}

/** Whether it failed, may not have arrived, or could not be sent for want of a mail server. */
const canRepeat = ({ state, error, corrected }: ReportIssue) =>
  !corrected && (state === 'failed' || state === 'uncertain' || (state === 'made' && error !== null))
