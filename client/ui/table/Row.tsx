import { ActionIcon, Button, Menu } from '@mantine/core'
import { Fragment } from 'react'
import { useText } from '../../lib/text/index.ts'
import { Icon, type IconName } from '../icon/index.tsx'
import css from './table.module.css'

/** The name of a row, as a button that opens its details. */
export function RowName({ name, onOpen }: { name: string; onOpen: () => void }) {
  return (
    <button type="button" className={css.name} onClick={onOpen}>
      {name}
    </button>
  )
}

/** A tag beside a name: "you", "expert". */
export function RowMark({ children }: { children: string }) {
  return <span className={css.mark}>{children}</span>
}

/** The only action of a row. */
export function RowButton({ name, label, onClick }: { name: string; label: string; onClick: () => void }) {
  return (
    <Button size="compact-sm" variant="default" aria-label={`${label}: ${name}`} onClick={onClick}>
      {label}
    </Button>
  )
}

export interface RowAct {
  icon: IconName
  label: string
  run: () => void
  /** Cannot be undone: set apart from the others. */
  grave?: boolean
}

/** Menu of a row's actions; forbidden ones are left out. */
export function RowActs({ name, acts }: { name: string; acts: readonly (RowAct | false)[] }) {
  const { t } = useText()
  const shown = acts.filter((a) => a !== false)
  if (shown.length === 0) return null
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('act.more', { name })}>
          <Icon name="more" size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {shown.map(({ icon, label, run, grave }, i) => (
          <Fragment key={label}>
            {grave && i > 0 && <Menu.Divider />}
            <Menu.Item
              leftSection={<Icon name={icon} />}
              className={grave ? css.grave : undefined}
              onClick={run}
            >
              {label}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
