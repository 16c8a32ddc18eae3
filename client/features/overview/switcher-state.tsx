import { useText } from '../../lib/text/index.ts'
import { useNow } from '../../lib/use-now.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { shownAt } from './model.ts'
import css from './overview.module.css'
import { useOverviewRows } from './queries.ts'
import { STATE_SIGNS } from './state.tsx'

const TICK = 5000

/** The state of one reservoir in the list of the switcher: sign and word; nothing until it is known. */
export default function SwitcherState({ hydro }: { hydro: string }) {
  const { t } = useText()
  const now = useNow(TICK)
  const row = useOverviewRows().data?.rows.find((r) => r.hydro_code === hydro)
  if (!row) return null
  const { state } = shownAt(row, now)
  return (
    <span className={css.mark} data-state={state}>
      <Icon name={STATE_SIGNS[state]} size={14} />
      {t(`overview.state.${state}`)}
    </span>
  )
}
