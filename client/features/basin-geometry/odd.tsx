import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import css from './basin.module.css'

/** Lists what is unusual about a file that can still be used. */
export function Odd({ warnings }: { warnings: readonly { code: string; message: string }[] }) {
  const { t } = useText()
  return warnings.length > 0 ? (
    <div className={css.odd} role="status">
      <Icon name="warning" size={18} />
      <div>
        <strong>{t('basin.warnings')}</strong>
        <ul>
          {warnings.map((w) => (
            <li key={w.code}>{w.message}</li>
          ))}
        </ul>
      </div>
    </div>
  ) : (
    <p className={css.fine} role="status">
      <Icon name="check" size={16} />
      {t('basin.fine')}
    </p>
  )
}
