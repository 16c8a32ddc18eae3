import { Button, Drawer, Modal } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useText } from '../../lib/text/index.ts'
import { useMedia } from '../use-media.ts'
import css from './dialog.module.css'

interface Props {
  title: string
  opened: boolean
  onClose: () => void
  /** What closing would lose: a question shown once, and the label of the button that closes all the same. */
  unsaved?: { question: string; leave: string } | null
  /** The buttons, at the bottom right; while the question is shown, its answers instead. */
  actions: (leave: () => void) => ReactNode
  /** px, or the whole width. */
  width?: number | '100%'
  /** A panel at the side of the page where there is room for both, a dialog where there is not. */
  panel?: boolean
  /** Another question is open over it: Escape is for that one. */
  covered?: boolean
  children: ReactNode
}

/** Below this a dialog fills the screen. */
const SMALL = '(max-width: 599px)'
/** From here on a panel lies beside the page (specification, section 2). */
const ROOM = '(min-width: 1019px)'

/** A dialog over the page, 500 px wide. Escape and the cross close it, after one question about unsaved input. */
export function Dialog({
  title,
  opened,
  onClose,
  unsaved,
  actions,
  width = 500,
  panel = false,
  covered = false,
  children,
}: Props) {
  const { t } = useText()
  const small = useMedia(SMALL)
  const beside = useMedia(ROOM) && panel
  const [asking, setAsking] = useState(false)
  const asks = asking && unsaved

  function leave() {
    if (unsaved && !asking) return setAsking(true)
    setAsking(false)
    onClose()
  }

  const frame = {
    opened,
    onClose: leave,
    title,
    size: width,
    closeOnEscape: !covered,
    // A click beside the dialog must not lose what was typed.
    closeOnClickOutside: false,
    transitionProps: { duration: 120 },
    closeButtonProps: { 'aria-label': t('dialog.close') },
    classNames: { content: css.content, header: css.header, title: css.title, body: css.body },
  }
  const inside = (
    <>
      <div className={css.inner}>{children}</div>
      <div className={css.foot} data-asks={asks ? true : undefined}>
        {asks ? (
          <>
            <span role="alert" className={css.question}>
              {unsaved.question}
            </span>
            <Button variant="subtle" color="red" onClick={leave}>
              {unsaved.leave}
            </Button>
            <Button data-autofocus onClick={() => setAsking(false)}>
              {t('dialog.stay')}
            </Button>
          </>
        ) : (
          actions(leave)
        )}
      </div>
    </>
  )
  if (beside)
    return (
      <Drawer {...frame} position="right" overlayProps={{ backgroundOpacity: 0.25 }}>
        {inside}
      </Drawer>
    )
  return (
    <Modal {...frame} fullScreen={small} centered xOffset={width === '100%' ? 0 : undefined}>
      {inside}
    </Modal>
  )
}
