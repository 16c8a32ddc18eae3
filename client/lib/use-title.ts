import { useEffect } from 'react'
import { useText, type TextKey } from './text/index.ts'

/** Sets the page title: product, then route. */
export function useTitle(key: TextKey): void {
  const { t, language } = useText()
  useEffect(() => {
    document.title = `${t('product.name')} · ${t(key)}`
  }, [t, key, language])
}
