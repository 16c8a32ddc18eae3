import { Button, Menu } from '@mantine/core'
import { getReport, type ReportBody } from '#contract/report.ts'
import { addReportJob } from '#contract/report-jobs.ts'
import { notice } from '../../lib/notice.ts'
import { useAct, useDownload } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { download } from '../../ui/chart/save.ts'
import { Icon } from '../../ui/icon/index.tsx'

/** Forms of a report as a file. */
const FORMS = {
  xlsx: { format: 'xlsx' },
  comma: { format: 'csv', separator: 'comma' },
  semicolon: { format: 'csv', separator: 'semicolon', decimal: ',' },
  tab: { format: 'csv', separator: 'tab' },
} as const satisfies Record<string, Partial<ReportBody>>

type FileForm = Omit<ReportBody, 'format'> & { format: 'xlsx' | 'csv' }

/** Saves a report as a file, or has it made in the background where that takes longer than one waits. */
export function useSaveReport() {
  const { t } = useText()
  const long = useAct(addReportJob)
  const file = useDownload(getReport)
  return {
    busy: long.busy || file.busy,
    async save(body: FileForm) {
      const { job } = await long.run({ body })
      if (job) return notice('info', t('report.jobs.begun'))
      const { blob, name } = await file.run({ body })
      download(blob, name ?? `report.${body.format}`)
    },
  }
}

/** Buttons that save the whole report: as a workbook, or in a menu as CSV. */
export function SaveReport({ body }: { body: ReportBody | null }) {
  const { t } = useText()
  const { busy, save } = useSaveReport()
  const run = (form: keyof typeof FORMS, more?: Pick<ReportBody, 'with_quality'>) =>
    body && void save({ ...body, ...FORMS[form], ...more })
  return (
    <Button.Group>
      <Button
        leftSection={<Icon name="save" size={16} />}
        loading={busy}
        disabled={body === null}
        onClick={() => run('xlsx')}
      >
        {t('report.excel')}
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button px={8} disabled={body === null || busy} aria-label={t('report.otherForms')}>
            <Icon name="down" size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(['comma', 'semicolon', 'tab'] as const).map((form) => (
            <Menu.Item key={form} onClick={() => run(form)}>
              {t(`report.csv.${form}`)}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => run('comma', { with_quality: true })}>
            {t('report.csv.quality')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}
