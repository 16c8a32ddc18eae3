import { Alert, Button, Modal } from '@mantine/core'
import { useRef, useState, type ReactNode, type Ref } from 'react'
import { reasonOf } from '../../lib/failures.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../icon/index.tsx'
import css from './dialog.module.css'

export interface ConfirmProps {
  title: string
  opened?: boolean
  /** The action as a verb: label of the button. */
  act: string
  /** Performs the action. The dialog waits for a promise, then closes or shows the error. */
  onAct: () => unknown
  /** Notice after success. */
  done?: string
  /** Called after success, before it closes. */
  onDone?: () => void
  onClose: () => void
  busy?: boolean
  /** The error, where `onAct` returns no promise. */
  failure?: ReactNode
  /** What failed, above the reason. */
  failed?: string
  /** px */
  width?: number
  inner?: Ref<HTMLDivElement>
  /** What will happen. */
  children: ReactNode
}

/** Confirms an act that cannot be undone. Enter never performs the act. */
export function Confirm({
  title,
  opened = true,
  act,
  onAct,
  done,
  onDone,
  onClose,
  busy = false,
  failure,
  failed,
  width = 440,
  inner,
  children,
}: ConfirmProps) {
  const { t } = useText()
  const [acting, setActing] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const running = useRef(false)
  const reason = failure || (error !== null && reasonOf(error))

  async function run() {
    if (running.current) return
    const result = onAct()
    if (!(result instanceof Promise)) return
    running.current = true
    setActing(true)
    setError(null)
    try {
      await result
      if (done) notice('done', done)
      onDone?.()
      onClose()
    } catch (refused) {
      setError(refused)
    } finally {
      running.current = false
      setActing(false)
    }
  }

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
      <div ref={inner} className={css.inner}>
        {children}
        {reason && (
          <Alert
            role="alert"
            variant="outline"
            title={failed}
            icon={<Icon name="warning" />}
            className={css.failure}
          >
            {reason}
          </Alert>
        )}
      </div>
      <div className={css.foot}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button className={css.danger} loading={busy || acting} onClick={() => void run()}>
          {act}
        </Button>
      </div>
    </Modal>
  )
}
