import { ActionIcon } from '@mantine/core'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon, type IconName } from '../icon/index.tsx'
import css from './paging.module.css'

interface Props {
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

/** Which rows are shown, and buttons for other pages. */
export function Paging({ page, pageSize, total, onPage }: Props) {
  const { t } = useText()
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const steps: [IconName, string, number][] = [
    ['first', t('paging.first'), 1],
    ['left', t('paging.previous'), page - 1],
    ['right', t('paging.next'), page + 1],
    ['last', t('paging.last'), pages],
  ]
  const button = ([icon, label, to]: (typeof steps)[number]) => (
    <ActionIcon
      key={icon}
      variant="subtle"
      color="gray"
      size={32}
      aria-label={label}
      disabled={to < 1 || to > pages || to === page}
      onClick={() => onPage(to)}
    >
      <Icon name={icon} size={16} />
    </ActionIcon>
  )
  return (
    <nav className={css.paging} aria-label={t('paging.label')}>
      <span className={css.rows} aria-live="polite">
        {total === 0
          ? t('paging.none')
          : t('paging.of', {
              from: number((page - 1) * pageSize + 1, 0),
              to: number(Math.min(total, page * pageSize), 0),
              total: number(total, 0),
            })}
      </span>
      {pages > 1 && (
        <>
          {steps.slice(0, 2).map(button)}
          <span className={css.page}>{t('paging.page', { page, pages })}</span>
          {steps.slice(2).map(button)}
        </>
      )}
    </nav>
  )
}
