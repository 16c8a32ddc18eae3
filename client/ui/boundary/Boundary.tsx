import { Component, type ReactNode } from 'react'
import { t } from '../../lib/text/index.ts'
import { isNotFetched, NotFetched } from './NotFetched.tsx'
import { Plain } from './Plain.tsx'

/** Shows a message instead of a blank page after a render error. */
export class Boundary extends Component<{ children: ReactNode }, { failed: Error | null }> {
  override state: { failed: Error | null } = { failed: null }

  static getDerivedStateFromError(failed: Error) {
    return { failed }
  }

  override render() {
    const { failed } = this.state
    if (!failed) return this.props.children
    if (isNotFetched(failed)) return <NotFetched />
    return (
      <Plain
        icon="warning"
        title={t('error.broken')}
        hint={failed.message}
        act={{ label: t('error.reload'), run: () => location.reload() }}
      />
    )
  }
}
