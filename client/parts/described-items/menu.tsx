import { useText } from '../../lib/text/index.ts'
import { RowActs } from '../../ui/table/index.ts'

export type ItemAct = 'edit' | 'history' | 'retire'

/** Menu of the actions on an item of a list. */
export function ItemMenu(props: {
  name: string
  mayUpdate: boolean
  /** The noun always has one item. */
  kept?: boolean
  onAct: (act: ItemAct) => void
}) {
  const { name, mayUpdate, kept = false, onAct } = props
  const { t } = useText()
  return (
    <RowActs
      name={name}
      acts={[
        {
          icon: mayUpdate ? 'edited' : 'eye',
          label: t(mayUpdate ? 'items.edit' : 'items.view'),
          run: () => onAct('edit'),
        },
        { icon: 'clock', label: t('items.history'), run: () => onAct('history') },
        mayUpdate &&
          !kept && {
            icon: 'trash',
            label: t('items.retire'),
            run: () => onAct('retire'),
            grave: true,
          },
      ]}
    />
  )
}
