import { MINUTE } from '#core/time/units.ts'
import type { TableItem } from '#contract/tables/table.ts'
import { useNow } from '../../lib/use-now.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import { periodText, tableState, type TableState } from './period.ts'
import css from './tables.module.css'

const ICONS: Record<TableState, IconName> = {
  inForce: 'check',
  off: 'block',
  upcoming: 'clock',
  ended: 'stale',
  offSeason: 'calendar',
  covered: 'copy',
  retired: 'block',
}

/** State of a table: icon and word. */
export function StateMark({ item }: { item: TableItem }) {
  const { t } = useText()
  const state = tableState(item, useNow(MINUTE))
  return (
    <span className={css.state} data-state={state}>
      <Icon name={ICONS[state]} size={14} />
      {t(`interpolate.states.${state}`)}
    </span>
  )
}

/** Formats the period of a table. */
export function usePeriodText(): (item: Pick<TableItem, 'from' | 'to' | 'loop_by_year'>) => string {
  const { texts, language } = useText()
  const zone = useZone() ?? 'UTC'
  return (item) => periodText(item, zone, language, texts)
}
