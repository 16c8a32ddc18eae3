import { Button, Popover, Skeleton } from '@mantine/core'
import { Suspense, useState, type ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icon/index.tsx'

interface Props {
  icon: IconName
  text: string
  title: string
  /** Name of the panel. */
  label: string
  variant: 'default' | 'light' | 'filled'
  /** Content of the panel below the button; may be lazy. */
  children: (close: () => void) => ReactNode
}

/** A button of the chart's tools that opens a panel for choosing times. */
export function PickerButton({ icon, text, title, label, variant, children }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      width={340}
      shadow="md"
      trapFocus
      withinPortal
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={variant}
          leftSection={<Icon name={icon} size={16} />}
          title={title}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {text}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Suspense fallback={<Skeleton width={260} height={340} />}>{children(() => setOpen(false))}</Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
