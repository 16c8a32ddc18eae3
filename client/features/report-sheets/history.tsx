import { Button } from '@mantine/core'
import { readSheet, readTemplate, restoreSheet, type ReportSheet } from '#contract/sheets.ts'
import { dateTime } from '../../lib/format.ts'
import { notice } from '../../lib/notice.ts'
import { useAct, useDownload, useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { download } from '../../ui/chart/save.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import layoutCss from '../../ui/layout.module.css'
import { Loaded } from '../../ui/state.tsx'
import { PlainTable } from '../../ui/table/index.ts'

interface Props {
  sheet: ReportSheet
  zone: string
  mayRestore: boolean
  onClose: () => void
}

/** The versions of a sheet, the newest first, each restored or downloaded. */
export function SheetHistory({ sheet, zone, mayRestore, onClose }: Props) {
  const { t, language } = useText()
  const detail = useRead(readSheet, { params: { id: sheet.sheet_id } }, { quiet: true })
  const restore = useAct(restoreSheet)
  const file = useDownload(readTemplate)
  const back = (of: number) =>
    void restore.run({ body: { sheet_id: sheet.sheet_id, version: sheet.version, of } }).then(() => {
      notice('done', t('sheets.restored'))
      onClose()
    })
  return (
    <Dialog
      opened
      title={t('sheets.historyOf', { name: sheet.name[language] })}
      width={680}
      onClose={onClose}
      actions={(leave) => (
        <Button variant="default" onClick={leave} data-autofocus>
          {t('act.close')}
        </Button>
      )}
    >
      <Loaded query={detail} what={t('sheets.history')} height={160}>
        {({ versions }) => (
          <PlainTable
            label={t('sheets.history')}
            rows={[
              ...versions.map((v) => ({ ...v, at: v.made_at as number | null })),
              ...(sheet.ready ? [{ version: 0, at: null, made_by: null, reason: null, file: null }] : []),
            ]}
            rowKey={(v) => String(v.version)}
            columns={[
              { id: 'version', head: t('sheets.version'), rowHeader: true, value: (v) => v.version },
              {
                id: 'at',
                head: t('sheets.changed'),
                value: (v) =>
                  v.at === null
                    ? t('sheets.asMade')
                    : `${dateTime(v.at, zone, language)} · ${v.made_by ?? '-'}`,
              },
              { id: 'reason', head: t('sheets.reason'), value: (v) => v.reason ?? '' },
              {
                id: 'acts',
                head: t('sheets.acts'),
                headHidden: true,
                cell: (v) => (
                  <div className={layoutCss.row}>
                    {v.file && (
                      <Button
                        size="compact-sm"
                        variant="default"
                        onClick={() =>
                          void file
                            .run({ params: { id: sheet.sheet_id }, query: { version: v.version } })
                            .then(({ blob, name }) => download(blob, name ?? v.file!.name))
                        }
                      >
                        {t('sheets.original')}
                      </Button>
                    )}
                    {mayRestore && v.version !== sheet.version && (
                      <Button
                        size="compact-sm"
                        variant="default"
                        loading={restore.busy}
                        onClick={() => back(v.version)}
                      >
                        {t('sheets.restore')}
                      </Button>
                    )}
                  </div>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Dialog>
  )
}
