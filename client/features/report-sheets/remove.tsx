import { removeSheet, type ReportSheet } from '#contract/sheets.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { Confirm } from '../../ui/dialog/index.tsx'

/** Takes a copy or a template off the list. */
export function RemoveSheet({ sheet, onClose }: { sheet: ReportSheet; onClose: () => void }) {
  const { t, language } = useText()
  const remove = useAct(removeSheet, { quiet: true })
  return (
    <Confirm
      title={t('sheets.removeTitle', { name: sheet.name[language] })}
      act={t('sheets.remove')}
      done={t('sheets.removed')}
      onAct={() => remove.run({ body: { sheet_id: sheet.sheet_id, version: sheet.version } })}
      onClose={onClose}
    >
      {t('sheets.removeText')}
    </Confirm>
  )
}
