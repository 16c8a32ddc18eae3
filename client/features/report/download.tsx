import { Button, Menu } from '@mantine/core'
import { getReport, type ReportBody } from '#contract/report.ts'
import { useDownload } from '../../lib/query.ts'
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

export function useSaveReport() {
  const file = useDownload(getReport)
  return {
    busy: file.busy,
    save: (body: ReportBody) =>
      file.run({ body }).then(({ blob, name }) => download(blob, name ?? `report.${body.format}`)),
  }
}

/** Buttons that save the whole report: as a workbook, or in a menu as CSV. */
export function SaveReport({ body }: { body: ReportBody | null }) {
  const { t } = useText()
  const { busy, save } = useSaveReport()
  const run = (form: keyof typeof FORMS, more?: Partial<ReportBody>) =>
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
