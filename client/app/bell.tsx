import { ActionIcon, Tooltip } from '@mantine/core'
import { useText } from '../lib/text/index.ts'
import { Icon } from '../ui/icon/index.tsx'

/** The place of warnings. Its list exists only when there are any, so without one it opens nothing. */
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
