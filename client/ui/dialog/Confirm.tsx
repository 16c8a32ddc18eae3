import { Alert, Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../icon/index.tsx'
import css from './dialog.module.css'

interface Given {
  title: string
  opened: boolean
  /** The act, as a verb: what the button says. */
  act: string
  onAct: () => void
  onClose: () => void
  busy?: boolean
  /** Why it did not work. */
  failure?: string | null
  /** px */
  width?: number
  /** What will happen. */
  children: ReactNode
}

/** The question before an act that cannot be undone. Enter stays on the safe side: the act is never the default. */
export function Confirm({
  title,
  opened,
  act,
  onAct,
  onClose,
  busy = false,
  failure,
  width = 440,
  children,
}: Given) {
  const { t } = useText()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={width}
      centered
      withCloseButton={false}
      transitionProps={{ duration: 120 }}
      classNames={{ content: css.content, header: css.header, title: css.title, body: css.body }}
    >
      <div className={css.inner}>
        {children}
        {failure && (
          <Alert role="alert" variant="outline" icon={<Icon name="warning" />} className={css.failure}>
            {failure}
          </Alert>
        )}
      </div>
      <div className={css.foot}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button className={css.danger} loading={busy} onClick={onAct}>
          {act}
        </Button>
      </div>
    </Modal>
  )
}
