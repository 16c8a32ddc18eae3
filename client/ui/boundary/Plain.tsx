import { Button } from '@mantine/core'
import { Icon, type IconName } from '../icon/index.tsx'
import css from './plain.module.css'

interface Props {
  icon: IconName
  title: string
  hint: string
  act?: { label: string; run: () => void }
}

/** A page with a message and the next step. */
export function Plain({ icon, title, hint, act }: Props) {
  return (
    <main className={css.page}>
      <Icon name={icon} size={40} className={css.icon} />
      <h1 className={css.title}>{title}</h1>
      <p className={css.hint}>{hint}</p>
      {act && <Button onClick={act.run}>{act.label}</Button>}
    </main>
  )
}
