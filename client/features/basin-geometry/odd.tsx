import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import css from './basin.module.css'

/** What is odd about a file that can be used all the same. */
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
