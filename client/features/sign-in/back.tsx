import { Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { useText } from '../../lib/text/index.ts'
import css from './account.module.css'

/** Link back to sign-in. */
export function Back() {
  const { t } = useText()
  const { state } = useLocation()
  return (
    <Button
      component={Link}
      to="/account/login"
      state={state}
      size="md"
      variant="default"
      className={css.back}
    >
      {t('area.toLogin')}
    </Button>
  )
}
