import { Button } from '@mantine/core'
import { FormAlert } from './FormAlert.tsx'
import css from './form.module.css'

interface Props {
  text: string
  reload: string
  busy: boolean
  onReload: () => void
}

/** Somebody else was quicker: what is on the form cannot be saved, and can be loaded again. */
export function Changed({ text, reload, busy, onReload }: Props) {
  return (
    <FormAlert kind="failed">
      <p className={css.changed}>{text}</p>
      <Button size="compact-sm" variant="default" loading={busy} onClick={onReload}>
        {reload}
      </Button>
    </FormAlert>
  )
}
