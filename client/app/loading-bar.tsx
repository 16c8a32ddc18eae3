import { useLoading } from '../lib/loading.ts'
import css from './loading-bar.module.css'

/** Thin line at the top of the page while a request is pending. Short requests end before it appears. */
export function LoadingBar() {
  return <div className={css.bar} data-loading={useLoading() || undefined} aria-hidden />
}
