import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readSetupTable, createReservoir, discardSetup, getSetup, leaveDemo } from '#contract/setup.ts'
import type { Input } from '#contract/endpoint.ts'
import { call, upload } from '../../lib/client.ts'

const KEY = ['setup']

/** What is being set up; read anew each time the page is opened. */
export function useSetup(wanted: boolean) {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(getSetup, { signal }),
    enabled: wanted,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

export function useReread() {
  const client = useQueryClient()
  return () => client.refetchQueries({ queryKey: KEY })
}

export function useReadTable() {
  return useMutation({
    mutationFn: ({ file, sheet }: { file: File; sheet?: string }) =>
      upload(readSetupTable, new Blob([file], { type: 'application/octet-stream' }), {
        query: { name: file.name, ...(sheet === undefined ? {} : { sheet }) },
      }),
    meta: { quiet: true },
  })
}

export function useCreate() {
  return useMutation({
    mutationFn: (body: NonNullable<Input<typeof createReservoir>['body']>) => call(createReservoir, { body }),
    meta: { quiet: true },
  })
}

export function useDiscard() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (version: number) => call(discardSetup, { body: { version } }),
    onSettled: () => client.refetchQueries({ queryKey: KEY }),
  })
}

export function useLeaveDemo() {
  return useMutation({
    mutationFn: (body: NonNullable<Input<typeof leaveDemo>['body']>) => call(leaveDemo, { body }),
    meta: { quiet: true },
  })
}
