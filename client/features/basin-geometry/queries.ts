import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/geo.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { call, upload } from '../../lib/client.ts'
import { useCan, useProfile } from '../../lib/who.ts'

export type Basin = Output<typeof contract.getBasin>
export type Preview = Output<typeof contract.previewContour>
export type Thiessen = Output<typeof contract.getThiessen>
export type Gauge = Thiessen['stations'][number]

const keyOf = (hydro: string, what: string) => [hydro, 'geo', what]

export function useBasin() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: keyOf(hydro, 'basin'),
    queryFn: ({ signal }) => call(contract.getBasin, { signal }),
    enabled: useCan('settings.view'),
    staleTime: 0,
    meta: { quiet: true },
  })
}

export function useThiessen() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: keyOf(hydro, 'thiessen'),
    queryFn: ({ signal }) => call(contract.getThiessen, { signal }),
    enabled: useCan('stations.view'),
    staleTime: 0,
    meta: { quiet: true },
  })
}

/** What a file is sent as: its content tells what it is. */
const raw = (file: File) => new Blob([file], { type: 'application/octet-stream' })

/** What an outline comes to; asked again for another system. Nothing is stored by it. */
export function usePreview(file: File | null, epsg: number | null) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [...keyOf(hydro, 'preview'), file && [file.name, file.size, file.lastModified], epsg],
    queryFn: () => upload(contract.previewContour, raw(file!), { query: epsg === null ? {} : { epsg } }),
    enabled: file !== null,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    meta: { quiet: true },
  })
}

export type LayerPreview = Output<typeof contract.previewLayer>
export type Layer = LayerPreview['layer']

/** What a layer comes to; asked again for another system. Nothing is stored by it. */
export function useLayerPreview(layer: Layer, file: File | null, epsg: number | null) {
  const hydro = useProfile().hydro_code
  const held = file && [file.name, file.size, file.lastModified]
  return useQuery({
    queryKey: [...keyOf(hydro, 'layer-preview'), layer, held, epsg],
    queryFn: () =>
      upload(contract.previewLayer, raw(file!), {
        query: { layer, ...(epsg === null ? {} : { epsg }) },
      }),
    enabled: file !== null,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    meta: { quiet: true },
  })
}

/** Everything that is drawn with the basin is read again after a change. */
function useChange<G, A>(mutationFn: (given: G) => Promise<A>) {
  const hydro = useProfile().hydro_code
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    meta: { quiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: [hydro] }),
  })
}

export const useSaveContour = () =>
  useChange(({ file, ...query }: { file: File } & NonNullable<Input<typeof contract.saveContour>['query']>) =>
    upload(contract.saveContour, raw(file), { query: { ...query, name: file.name } }),
  )
export const useRemoveContour = () =>
  useChange((body: NonNullable<Input<typeof contract.removeContour>['body']>) =>
    call(contract.removeContour, { body }),
  )
export const useSaveLayer = () =>
  useChange(({ file, ...query }: { file: File } & NonNullable<Input<typeof contract.saveLayer>['query']>) =>
    upload(contract.saveLayer, raw(file), { query: { ...query, name: file.name } }),
  )
export const useRemoveLayer = () =>
  useChange((body: NonNullable<Input<typeof contract.removeLayer>['body']>) =>
    call(contract.removeLayer, { body }),
  )
export const useSaveBounds = () =>
  useChange((body: NonNullable<Input<typeof contract.saveBounds>['body']>) =>
    call(contract.saveBounds, { body }),
  )
export const useSaveThiessen = () =>
  useChange((body: NonNullable<Input<typeof contract.saveThiessen>['body']>) =>
    call(contract.saveThiessen, { body }),
  )
