import { useText } from '../../lib/text/index.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Page } from '../../ui/page/index.tsx'
import { EnergyRatio } from './ratio.tsx'

/** Page of what energy earns, and of the tools around it. */
export default function PricePage() {
  const { t } = useText()
  useTitle('route.price')
  return (
    <Page title={t('route.price')} hint={t('price.about')}>
      <EnergyRatio />
    </Page>
  )
}
