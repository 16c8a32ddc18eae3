import '@mantine/notifications/styles.layer.css'
import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { onNotice, type NoticeKind } from '../lib/notice.ts'
import { useText } from '../lib/text/index.ts'
import { Icon, type IconName } from '../ui/icon/index.tsx'
import css from './notices.module.css'

/** How long a notice stays, ms (specification, section 8); hovering or focusing it stops the clock. */
const STAYS = 2500

const ICONS: Record<NoticeKind, IconName> = { done: 'check', failed: 'warning', info: 'info' }

/** Area at the top of the page where notices appear. */
export default function Notices() {
  const { t } = useText()
  useEffect(
    () =>
      onNotice(({ kind, message, title }) =>
        notifications.show({
          message,
          title,
          icon: <Icon name={ICONS[kind]} size={18} />,
          // Screen readers announce failures at once, anything else when they are idle.
          role: kind === 'failed' ? 'alert' : 'status',
          'data-kind': kind,
          closeButtonProps: { 'aria-label': t('notice.close') },
          classNames: { root: css.notice, icon: css.icon },
        }),
      ),
    [t],
  )
  return (
    <Notifications
      position="top-center"
      autoClose={STAYS}
      withAutoCloseProgress
      containerWidth={420}
      transitionDuration={120}
      limit={3}
      aria-live="polite"
    />
  )
}
