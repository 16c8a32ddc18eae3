import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import layoutCss from '../../ui/layout.module.css'
import css from './hydropower.module.css'

/** Yes (with an icon) or no. */
export function YesNo({ on }: { on: boolean }) {
  const { t } = useText()
  return (
    <span className={`${layoutCss.inlineClose} ${css.mark}`} data-off={!on || undefined}>
      {on && <Icon name="check" size={14} />}
      {t(on ? 'valueOf.yes' : 'valueOf.no')}
    </span>
  )
}
