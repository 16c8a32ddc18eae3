import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { SHEET_PERIODS, type SheetPeriod } from '#core/report/figures.ts'
import { MOST_TEMPLATE_BYTES, TEMPLATE_TYPES, uploadTemplate, type ReportSheet } from '#contract/sheets.ts'
import { CallError } from '../../lib/call-error.ts'
import { reasonOf } from '../../lib/failures.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Dialog } from '../../ui/dialog/index.tsx'
import { FileDrop, FormAlert, ReasonField } from '../../ui/form/index.ts'
import layoutCss from '../../ui/layout.module.css'
import css from './sheets.module.css'

/** Uploads a workbook as a template, or as a version of one; its faults are told with sheet and cell. */
export function UploadTemplate({ sheet, onClose }: { sheet: ReportSheet | null; onClose: () => void }) {
  const { t, language } = useText()
  const upload = useAct(uploadTemplate, { quiet: true })
  const [file, setFile] = useState<File | null>(null)
  const [title, setTitle] = useState('')
  const [period, setPeriod] = useState<SheetPeriod>(sheet?.period ?? 'day')
  const [reason, setReason] = useState('')
  const faults = upload.error instanceof CallError ? (upload.error.errors ?? []) : []
  const tried = upload.data?.tried

  function send() {
    if (!file) return
    const query = {
      name: file.name,
      period,
      ...(title.trim() !== '' && { title: title.trim() }),
      ...(sheet && { sheet_id: sheet.sheet_id, version: sheet.version }),
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    }
    // A browser that knows no spreadsheets sends files of them without a type.
    void upload.run({ query, file: new Blob([file], { type: TEMPLATE_TYPES[0] }) }).catch(() => undefined)
  }
  return (
    <Dialog
      opened
      title={sheet ? t('sheets.newFileOf', { name: sheet.name[language] }) : t('sheets.upload')}
      width={620}
      onClose={onClose}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t('act.close')}
          </Button>
          {!tried && (
            <Button loading={upload.busy} disabled={file === null} onClick={send}>
              {t('sheets.check')}
            </Button>
          )}
        </>
      )}
    >
      <div className={layoutCss.column}>
        <p>{t('sheets.uploadHint')}</p>
        {!sheet && (
          <Choice
            label={t('sheets.period')}
            value={period}
            data={SHEET_PERIODS.map((value) => ({ value, label: t(`sheets.periods.${value}`) }))}
            onChange={(next) => setPeriod(next as SheetPeriod)}
          />
        )}
        <TextInput
          label={t('sheets.templateName')}
          value={title}
          maxLength={100}
          placeholder={sheet?.name[language] ?? file?.name.replace(/\.xlsx$/i, '')}
          onChange={(e) => setTitle(e.currentTarget.value)}
        />
        <FileDrop
          label={t('sheets.file')}
          accept=".xlsx"
          limit={MOST_TEMPLATE_BYTES}
          tooLarge={(name) => t('sheets.tooLarge', { name })}
          busy={upload.busy}
          onFile={(next) => {
            setFile(next)
            upload.reset()
          }}
          className={css.drop}
          held={file !== null}
        >
          {(choose) => (
            <>
              {file ? <strong>{file.name}</strong> : <span>{t('sheets.drop')}</span>}
              <Button variant="default" onClick={choose} data-autofocus>
                {t(file ? 'sheets.otherFile' : 'sheets.chooseFile')}
              </Button>
            </>
          )}
        </FileDrop>
        {sheet && <ReasonField value={reason} onChange={(e) => setReason(e.currentTarget.value)} />}
        {upload.error !== null && upload.error !== undefined && (
          <FormAlert kind="failed">
            {reasonOf(upload.error)}
            {faults.length > 0 && (
              <ul className={css.faults}>
                {faults.map((fault, i) => (
                  <li key={i}>{fault.message}</li>
                ))}
              </ul>
            )}
          </FormAlert>
        )}
        {tried && (
          <FormAlert kind="done">
            {t('sheets.tried', { date: tried.date, filled: tried.filled, gaps: tried.gaps })}
          </FormAlert>
        )}
      </div>
    </Dialog>
  )
}
