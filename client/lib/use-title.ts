import { useEffect } from 'react'
import { useText, type TextKey } from './text/index.ts'

/** Page title: the product, then the route. */
export function useTitle(key: TextKey): void {
  const { t, language } = useText()
  useEffect(() => {
    document.title = `${t('product.name')} · ${t(key)}`
  }, [t, key, language])
}
