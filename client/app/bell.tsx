import { ActionIcon, Tooltip } from '@mantine/core'
import { useText } from '../lib/text/index.ts'
import { Icon } from '../ui/icon/index.tsx'

/** Button for warnings. Disabled while there are none, as it has no list to open. */
export function Bell() {
  const { t } = useText()
  return (
    <Tooltip label={t('bell.none')}>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('bell.none')} aria-disabled>
        <Icon name="bell" size={20} />
      </ActionIcon>
    </Tooltip>
  )
}
