import type { ImportItem } from '#contract/imports.ts'
import { reasonOf } from '../../lib/failures.ts'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { useUndo } from './queries.ts'

/** The question before what an import stored is taken back. */
export function Undo({ item, onClose }: { item: ImportItem; onClose: () => void }) {
  const { t } = useText()
  const undo = useUndo(item.id)
  return (
    <Confirm
      opened
      title={t('imports.undoTitle', { name: item.file_name })}
      act={t('imports.undo')}
      busy={undo.isPending}
      failure={undo.error ? reasonOf(undo.error) : null}
      onClose={onClose}
      onAct={() => undo.mutate(undefined, { onSuccess: onClose })}
    >
      <p>{t('imports.undoHint', { n: number(item.readings, 0) })}</p>
    </Confirm>
  )
}
