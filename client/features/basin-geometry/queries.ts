import * as contract from '#contract/geo.ts'
import type { Output } from '#contract/endpoint.ts'
import { bytesOf } from '../../lib/bytes-of.ts'
import { upload } from '../../lib/client.ts'
import { useComposed, useRead } from '../../lib/query.ts'
import { useCan } from '../../lib/app-state.ts'

export type Basin = Output<typeof contract.getBasin>
export type OutlinePreview = Output<typeof contract.previewContour>
export type GaugeWeights = Output<typeof contract.getThiessen>
export type WeightedGauge = GaugeWeights['stations'][number]
export type LayerPreview = Output<typeof contract.previewLayer>
export type Layer = LayerPreview['layer']

const FRESH = { staleTime: 0, quiet: true } as const

export const useBasin = () => useRead(contract.getBasin, {}, { enabled: useCan('settings.view'), ...FRESH })

export const useGaugeWeights = () =>
  useRead(contract.getThiessen, {}, { enabled: useCan('stations.view'), ...FRESH })

/** Identifies a file in a query key. */
const keyOfFile = ({ name, size, lastModified }: File) => ({ name, size, lastModified })

/** Previews a file, without storing it; run again for another coordinate system. */
const PREVIEW = { retry: false, staleTime: Infinity, gcTime: 0, quiet: true } as const

export const useOutlinePreview = (file: File | null, epsg: number | null) =>
  useComposed(
    {
      name: 'preview of an outline',
      from: [contract.previewContour],
      input: file && { file: keyOfFile(file), epsg },
      make: () => upload(contract.previewContour, bytesOf(file!), { query: epsg === null ? {} : { epsg } }),
    },
    PREVIEW,
  )

export const useLayerPreview = (layer: Layer, file: File | null, epsg: number | null) =>
  useComposed(
    {
      name: 'preview of a layer',
      from: [contract.previewLayer],
      input: file && { layer, file: keyOfFile(file), epsg },
      make: () =>
        upload(contract.previewLayer, bytesOf(file!), {
          query: { layer, ...(epsg === null ? {} : { epsg }) },
        }),
    },
    PREVIEW,
  )
