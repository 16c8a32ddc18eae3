import type { ImportState } from '#contract/imports.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import css from './imports.module.css'

const ICONS: Record<ImportState, IconName> = {
  uploaded: 'edited',
  checking: 'clock',
  checked: 'eye',
  refused: 'warning',
  running: 'clock',
  done: 'check',
  failed: 'warning',
  undoing: 'clock',
  undone: 'refresh',
  unfinished: 'stale',
}

/** The state of an import, as icon and word. */
export function ImportStateMark({ state }: { state: ImportState }) {
  const { t } = useText()
  return (
    <span className={css.state} data-state={state}>
      <Icon name={ICONS[state]} size={16} />
      {t(`imports.state.${state}`)}
    </span>
  )
}
