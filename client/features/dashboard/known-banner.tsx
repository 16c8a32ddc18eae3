import { Button } from '@mantine/core'
import { dateTime } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import type { Known } from '../../lib/known.ts'
import css from './known.module.css'
import { words } from './words.ts'

interface Props {
  known: Known
  zone: string
  onPresent: () => void
}

/** Over the whole dashboard for as long as it does not show the present. */
export function KnownBanner({ known, zone, onPresent }: Props) {
  const { language } = useText()
  const w = words(language)
  return (
    <section className={css.banner} aria-label={w.known}>
      <Icon name="past" size={28} />
      <p className={css.words} role="status">
        <strong>{w.knownAt(dateTime(known.at, zone, language))}</strong>
        <span>{w.notPresent}</span>
      </p>
      <Button leftSection={<Icon name="live" size={18} />} onClick={onPresent}>
        {w.toPresent}
      </Button>
    </section>
  )
}
