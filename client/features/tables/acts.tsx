import { ActionIcon, Menu } from '@mantine/core'
import type { TableItem } from '#contract/tables.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/who.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { useDownload, type FileKind } from './queries.ts'
import css from './tables.module.css'

/** What is opened over a page, about which table. */
export type Open = { act: 'view' | 'versions' | 'period' | 'retire'; item: TableItem } | null

const FILES: FileKind[] = ['original', 'csv', 'xlsx']

/** What can be done with a table. */
export function Acts({
  item,
  onOpen,
  past = false,
}: {
  item: TableItem
  onOpen: (open: Open) => void
  /** A version among others: it is only looked at. */
  past?: boolean
}) {
  const { t } = useText()
  const mayUpdate = useCan('interpolate.update')
  const file = useDownload()
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          loading={file.isPending}
          aria-label={t('act.more', { name: item.name })}
        >
          <Icon name="more" size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="eye" />} onClick={() => onOpen({ act: 'view', item })}>
          {t('interpolate.act.view')}
        </Menu.Item>
        {!past && (
          <Menu.Item leftSection={<Icon name="log" />} onClick={() => onOpen({ act: 'versions', item })}>
            {t('interpolate.act.versions')}
          </Menu.Item>
        )}
        {FILES.filter((as) => as !== 'original' || item.has_file).map((as) => (
          <Menu.Item key={as} leftSection={<Icon name="save" />} onClick={() => file.mutate({ item, as })}>
            {t(`interpolate.act.${as}`)}
          </Menu.Item>
        ))}
        {mayUpdate && !past && (
          <>
            <Menu.Item leftSection={<Icon name="edited" />} onClick={() => onOpen({ act: 'period', item })}>
              {t('interpolate.act.period')}
            </Menu.Item>
            <Menu.Item
              leftSection={<Icon name="block" />}
              className={css.danger}
              onClick={() => onOpen({ act: 'retire', item })}
            >
              {t('interpolate.act.retire')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
