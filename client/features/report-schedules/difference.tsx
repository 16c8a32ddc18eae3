import { Button } from '@mantine/core'
import { correctReportIssue, getReportIssueDifference, type ReportIssue } from '#contract/report-schedules.ts'
import { dateTime, number } from '../../lib/format.ts'
import { notice } from '../../lib/notice.ts'
import { useAct, useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { DataTable } from '../../ui/table/index.ts'
import textCss from '../../ui/text.module.css'

interface Props {
  issue: ReportIssue
  zone: string
  mayChange: boolean
  onClose: () => void
}

/** What is different by now from what a report said, and the button that sends a corrected one. */
export function IssueDifference({ issue, zone, mayChange, onClose }: Props) {
  const { t, language } = useText()
  const read = useRead(getReportIssueDifference, { params: { id: issue.issue_id } }, { staleTime: 0 })
  const correct = useAct(correctReportIssue)
  const shown = (v: number | string | null, decimals: number) =>
    typeof v === 'number' ? number(v, decimals) : (v ?? '-')
  return (
    <Dialog
      panel
      width={720}
      title={t('reportSchedules.difference.title', { n: issue.number })}
      opened
      onClose={onClose}
      actions={(close) => (
        <>
          <Button variant="default" onClick={close}>
            {t('act.close')}
          </Button>
          {mayChange && (
            <Button
              loading={correct.busy}
              disabled={!read.data || read.data.total === 0}
              onClick={() =>
                void correct.run({ params: { id: issue.issue_id } }).then(() => {
                  notice('done', t('reportSchedules.difference.corrected'))
                  close()
                })
              }
            >
              {t(
                issue.recipients.length > 0
                  ? 'reportSchedules.difference.correct'
                  : 'reportSchedules.difference.correctOnly',
              )}
            </Button>
          )}
        </>
      )}
    >
      <Loaded query={read} what={t('reportSchedules.showChanged')} height={280}>
        {({ total, values }) => (
          <>
            {total > values.length && (
              <p className={textCss.hint}>
                {t('reportSchedules.difference.more', {
                  shown: number(values.length, 0),
                  total: number(total, 0),
                })}
              </p>
            )}
            <DataTable
              label={t('reportSchedules.showChanged')}
              rows={values}
              rowKey={(v) => `${v.name} ${v.t}`}
              empty={<Empty icon="check" title={t('reportSchedules.difference.none')} />}
              columns={[
                {
                  id: 'value',
                  head: t('reportSchedules.difference.value'),
                  rowHeader: true,
                  value: (v) => v.name,
                  cell: (v) => (v.unit === '' ? v.name : `${v.name} (${v.unit})`),
                },
                {
                  id: 'time',
                  head: t('reportSchedules.difference.time'),
                  value: (v) => dateTime(v.t, zone, language),
                },
                {
                  id: 'before',
                  head: t('reportSchedules.difference.before'),
                  align: 'number',
                  value: (v) => shown(v.before, v.decimals),
                },
                {
                  id: 'after',
                  head: t('reportSchedules.difference.after'),
                  align: 'number',
                  value: (v) => shown(v.after, v.decimals),
                },
              ]}
            />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
