import type { ReactNode } from 'react'
import { LanguageChoice } from '../../parts/language-choice/index.tsx'
import { useText } from '../../lib/text/index.ts'
import { useConfig } from '../../lib/app-state.ts'
import { Mark } from '../../ui/mark.tsx'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './account.module.css'
import { Illustration } from './illustration.tsx'

/** Layout of the signed-out pages: form beside the scenery, or (account layout 2) a card in front of it. */
export function SignInLayout({
  title,
  lead,
  children,
}: {
  title: string
  lead?: string
  children: ReactNode
}) {
  const { t } = useText()
  const config = useConfig()
  return (
    <div className={css.page} data-layout={config.account_layout}>
      <Illustration />
      <main className={css.side}>
        <header className={layoutCss.line}>
          <Mark size={45} />
          <div className={css.names}>
            <span className={css.product}>{t('product.name')}</span>
            <span className={css.site} title={config.site_name}>
              {config.site_name}
            </span>
          </div>
          {config.language_selector && <LanguageChoice />}
        </header>
        <div className={css.middle}>
          <h1 className={css.title}>{title}</h1>
          {lead && <p className={css.lead}>{lead}</p>}
          {children}
        </div>
        <footer className={textCss.small}>
          {t('product.name')} {config.version} · {t(`product.edition.${config.edition}`)}
        </footer>
      </main>
    </div>
  )
}
