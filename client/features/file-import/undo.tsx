import { undoImport, type ImportItem } from '#contract/imports.ts'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { useImportAct } from './queries.ts'

/** Confirms removing the readings of an import. */
export function UndoImport({ item, onClose }: { item: ImportItem; onClose: () => void }) {
  const { t } = useText()
  const undo = useImportAct(undoImport)
  return (
    <Confirm
      title={t('imports.undoTitle', { name: item.file_name })}
      act={t('imports.undo')}
      onClose={onClose}
      onAct={() => undo.run({ params: { id: item.id } })}
    >
      <p>{t('imports.undoHint', { n: number(item.readings, 0) })}</p>
    </Confirm>
  )
}
