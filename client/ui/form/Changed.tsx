import { Button } from '@mantine/core'
import { FormAlert } from './FormAlert.tsx'
import css from './form.module.css'

interface Props {
  text: string
  reload: string
  busy: boolean
  onReload: () => void
}

/** Says that somebody else was faster: the input cannot be saved, and the new version can be loaded. */
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
