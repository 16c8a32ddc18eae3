import { ActionIcon, Tooltip } from '@mantine/core'
import { useText } from '../lib/text/index.ts'
import { useConfig, useProfile } from '../lib/app-state.ts'
import { Icon } from '../ui/icon/index.tsx'
import { lasts, saveChoice } from '../lib/start/choices.ts'
import { setScheme, useScheme } from '../lib/start/scheme.ts'

export function ThemeToggle() {
  const { t } = useText()
  const { edition } = useConfig()
  const { expert } = useProfile()
  const dark = useScheme() === 'dark'
  const label = t(dark ? 'shell.toLight' : 'shell.toDark')
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={label}
        onClick={() => {
          const next = dark ? 'light' : 'dark'
          saveChoice('theme', next, lasts('theme', edition, expert))
          setScheme(next)
        }}
      >
        <Icon name={dark ? 'sun' : 'moon'} size={20} />
      </ActionIcon>
    </Tooltip>
  )
}
