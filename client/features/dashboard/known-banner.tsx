import { Button } from '@mantine/core'
import { dateTime } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import type { Known } from '../../lib/known.ts'
import css from './known.module.css'

interface Props {
  known: Known
  zone: string
  onPresent: () => void
}

/** Banner over the dashboard while it shows an as-of view. */
export function KnownBanner({ known, zone, onPresent }: Props) {
  const { t, language } = useText()
  return (
    <section className={css.banner} aria-label={t('asKnown.title')}>
      <Icon name="past" size={28} />
      <p className={css.words} role="status">
        <strong>{t('asKnown.at', { time: dateTime(known.at, zone, language) })}</strong>
        <span>{t('asKnown.notPresent')}</span>
      </p>
      <Button leftSection={<Icon name="live" size={18} />} onClick={onPresent}>
        {t('asKnown.toPresent')}
      </Button>
    </section>
  )
}
