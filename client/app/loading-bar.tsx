import { useLoading } from '../lib/loading.ts'
import css from './loading-bar.module.css'

/** A thin line at the very top while any request is without an answer. Short ones are over before it shows. */
export function LoadingBar() {
  return <div className={css.bar} data-loading={useLoading() || undefined} aria-hidden />
}
