import { Tooltip } from '@mantine/core'
import { useText } from '../../lib/text/index.ts'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import layoutCss from '../../ui/layout.module.css'
import css from './quality.module.css'

const ICONS = { ESTIMATED: 'estimated', SUSPECT: 'suspect', REJECTED: 'rejected', none: 'info' } as const

/** The grade that a check gives, with its meaning. */
export function Grade({ grade }: { grade: 'ESTIMATED' | 'SUSPECT' | 'REJECTED' | null }) {
  const { t } = useText()
  const key = grade ?? 'none'
  return (
    <Tooltip label={t(`qualityPage.gradeHint.${key}`)}>
      <span
        className={`${layoutCss.inline} ${css.grade}`}
        tabIndex={0}
        data-doubt={grade === 'SUSPECT' || grade === 'REJECTED' || undefined}
      >
        <Icon name={ICONS[key] satisfies IconName} size={14} />
        {t(`qualityPage.gradeOf.${key}`)}
      </span>
    </Tooltip>
  )
}
