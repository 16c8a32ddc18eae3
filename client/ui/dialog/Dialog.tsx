import { Button, Drawer, Modal } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useText } from '../../lib/text/index.ts'
import { useMedia } from '../use-media.ts'
import css from './dialog.module.css'

interface Props {
  title: string
  opened: boolean
  onClose: () => void
  /** What closing would lose: asked once, with the label of the button that closes anyway. */
  unsaved?: { question: string; leave: string } | null
  /** Buttons at the bottom right; replaced by the answers while the question is shown. */
  actions: (leave: () => void) => ReactNode
  /** px, or the full width. */
  width?: number | '100%'
  /** A side panel where there is room, otherwise a dialog. */
  panel?: boolean
  /** Whether another question is open over it, to which Escape applies. */
  covered?: boolean
  children: ReactNode
}

/** Below this width a dialog fills the screen. */
const SMALL = '(max-width: 599px)'
/** From this width on, a panel lies beside the page (specification, section 2). */
const ROOM = '(min-width: 1019px)'

/** A dialog, 500 px wide. Escape and the close button close it, after one question about unsaved input. */
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
  const confirms = asking && unsaved

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
    // A click outside must not lose input.
    closeOnClickOutside: false,
    transitionProps: { duration: 120 },
    closeButtonProps: { 'aria-label': t('dialog.close') },
    classNames: { content: css.content, header: css.header, title: css.title, body: css.body },
  }
  const inside = (
    <>
      <div className={css.inner}>{children}</div>
      <div className={css.foot} data-asks={confirms ? true : undefined}>
        {confirms ? (
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
