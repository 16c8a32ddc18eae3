import { ActionIcon, Checkbox, Popover } from '@mantine/core'
import { startTransition, useOptimistic } from 'react'
import type { StationMap } from '#contract/geo.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import type { BaseLayer } from '../../ui/map/index.ts'
import layoutCss from '../../ui/layout.module.css'

const SHOWN = ['rivers', 'lakes', 'borders'] as const

/** Chooses which of the available layers are drawn below the stations. */
export function LayerChoice({
  held,
  hidden,
  onHidden,
}: {
  held: StationMap['layers']
  hidden: readonly BaseLayer[]
  onHidden: (hidden: BaseLayer[]) => void
}) {
  const { t } = useText()
  // The address follows with a delay, so the boxes show the pressed state until then.
  const [pressed, setPressed] = useOptimistic(hidden)
  const layers = SHOWN.filter((layer) => held[layer].length > 0)
  if (layers.length === 0) return null
  return (
    <Popover position="left-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t('stationMap.layers')}
          title={t('stationMap.layers')}
        >
          <Icon name="layers" size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('stationMap.layers')}>
        <div className={layoutCss.column}>
          {layers.map((layer) => (
            <Checkbox
              key={layer}
              label={t(`map.${layer}`)}
              checked={!pressed.includes(layer)}
              onChange={(e) => {
                const others = pressed.filter((one) => one !== layer)
                const next = e.currentTarget.checked ? others : [...others, layer]
                startTransition(() => {
                  setPressed(next)
                  onHidden(next)
                })
              }}
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
