import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import css from './account.module.css'

/** In a demo, lists the accounts and where to find the password. The page never contains the password itself. */
export function DemoNote({ accounts }: { accounts: string[] }) {
  const { t } = useText()
  return (
    <section className={css.demo} aria-label={t('login.demoTitle')}>
      <h2>
        <Icon name="info" size={16} /> {t('login.demoTitle')}
      </h2>
      <p>{t('product.demoHint')}.</p>
      <p>
        {t('login.demoAccounts')}:{' '}
        {accounts.map((a, i) => (
          <span key={a}>
            {i > 0 && ', '}
            <code>{a}</code>
          </span>
        ))}
        . {t('login.demoPassword')}
      </p>
    </section>
  )
}
