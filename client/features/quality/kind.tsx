import { Tooltip } from '@mantine/core'
import { useText } from '../../lib/text/index.ts'
import css from './quality.module.css'
import type { FiredSpan } from './queries.ts'

/** Name of a check and what it detects. */
export function Kind({ kind }: Pick<FiredSpan, 'kind'>) {
  const { t } = useText()
  return (
    <Tooltip label={t(`qualityPage.kindAbout.${kind}`)} multiline w={280}>
      <span tabIndex={0} className={css.kind}>
        {t(`qualityPage.kind.${kind}`)}
      </span>
    </Tooltip>
  )
}
