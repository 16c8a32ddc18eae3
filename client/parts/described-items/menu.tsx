import { ActionIcon, Menu } from '@mantine/core'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import css from './items.module.css'

export type ItemAct = 'edit' | 'history' | 'retire'

/** What can be done with an item of a list. */
export function ItemMenu(props: {
  name: string
  mayUpdate: boolean
  /** There is always one of it. */
  kept?: boolean
  onAct: (act: ItemAct) => void
}) {
  const { name, mayUpdate, kept = false, onAct } = props
  const { t } = useText()
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('items.actsOf', { name })}>
          <Icon name="more" size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name={mayUpdate ? 'edited' : 'eye'} />} onClick={() => onAct('edit')}>
          {t(mayUpdate ? 'items.edit' : 'items.view')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="clock" />} onClick={() => onAct('history')}>
          {t('items.history')}
        </Menu.Item>
        {mayUpdate && !kept && (
          <Menu.Item
            leftSection={<Icon name="trash" />}
            className={css.danger}
            onClick={() => onAct('retire')}
          >
            {t('items.retire')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
