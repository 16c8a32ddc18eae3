import { Suspense, lazy, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { offered } from '../../lib/start/choices.ts'
import { LanguageChoice } from '../../parts/language-choice/index.tsx'
import { useConfig, useProfile } from '../../lib/app-state.ts'
import { Mark } from '../../ui/mark.tsx'
import css from './setup.module.css'

const Setup = lazy(() => import('./index.tsx'))

/**
 * Shell of an installation without a reservoir: every address leads to the set-up. account: menu of the signed-in
 * account.
 */
export function Founding({ account }: { account: ReactNode }) {
  const config = useConfig()
  const profile = useProfile()
  const { pathname } = useLocation()
  if (pathname !== '/setup') return <Navigate to="/setup" replace />
  return (
    <div className={css.founding}>
      <header className={css.bar}>
        <span className={css.brand}>
          <Mark size={28} /> {config.site_name}
        </span>
        <span className={css.grow} />
        {offered(config, profile.expert).language && <LanguageChoice expert={profile.expert} />}
        {account}
      </header>
      <main id="content" className={css.foundingMain} tabIndex={-1}>
        <Suspense fallback={null}>
          <Setup />
        </Suspense>
      </main>
    </div>
  )
}
