import { Button } from '@mantine/core'
import { Told } from './Told.tsx'
import css from './form.module.css'

/** Somebody else was quicker: what is on the form may not be kept, and can be loaded anew. */
export function Changed(props: { text: string; reload: string; busy: boolean; onReload: () => void }) {
  const { text, reload, busy, onReload } = props
  return (
    <Told kind="failed">
      <p className={css.changed}>{text}</p>
      <Button size="compact-sm" variant="default" loading={busy} onClick={onReload}>
        {reload}
      </Button>
    </Told>
  )
}
