import { useId, useState } from 'react'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { Expand } from '../../ui/expand/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import css from './difference.module.css'
import { DifferencePreview, type PreviewProps } from './preview.tsx'

/** The preview in a collapsible part of a form; nothing for those who may not calculate. */
export function PreviewFold(props: PreviewProps) {
  const { t } = useText()
  const may = useCan('dashboard.calculation')
  const [opened, setOpened] = useState(false)
  const id = useId()
  if (!may) return null
  return (
    <section className={css.fold} aria-label={t('difference.what')}>
      <button
        type="button"
        className={css.opener}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        <Icon name={opened ? 'down' : 'right'} size={16} />
        {t('difference.fold')}
      </button>
      <Expand opened={opened} id={id}>
        <DifferencePreview {...props} />
      </Expand>
    </section>
  )
}
