import { expect } from 'vitest'
import { BUSY, checkImport, getImport, runImport, uploadImport, type ImportTask } from '#contract/imports.ts'
import { fullPath } from '#contract/endpoint.ts'
import type { Answer, TestServer } from '../server.ts'

export async function send(
  server: TestServer,
  name: string,
  content: string | Buffer,
  as: { account?: string; hydro?: string; language?: string } = {},
): Promise<Answer<ImportTask>> {
  return (await server.raw({
    method: 'POST',
    url: `${fullPath(uploadImport)}?${new URLSearchParams({ name })}`,
    headers: {
      authorization: `Bearer ${await server.signIn(as.account ?? 'admin')}`,
      'content-type': 'application/octet-stream',
      'accept-language': as.language ?? 'en',
      ...(as.hydro ? { hydro: as.hydro } : {}),
    },
    payload: Buffer.from(content),
  })) as Answer<ImportTask>
}

/** Uploads a valid file. */
export async function uploaded(server: TestServer, name: string, content: string | Buffer, hydro?: string) {
  const answer = await send(server, name, content, { hydro })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data!
}

/** The import once it is idle. */
export async function settled(server: TestServer, id: string, hydro?: string): Promise<ImportTask> {
  let task: ImportTask | null = null
  await expect
    .poll(
      async () => {
        const a = await server.call(getImport, { params: { id } }, { account: 'admin', hydro })
        task = a.body.data
        return BUSY.includes(task!.state)
      },
      { timeout: 60_000, interval: 20 },
    )
    .toBe(false)
  return task!
}

/** Maps every recognised column as guessed. */
export const guessed = (task: ImportTask, only: (series: string) => boolean = () => true) => ({
  time: task.layout!.time,
  noData: task.layout!.no_data,
  columns: task.layout!.columns.flatMap(({ place, guess }) =>
    guess && only(guess.series)
      ? [
          {
            column: place,
            series: guess.series,
            unit: guess.unit,
            ...(guess.known ? {} : { kind: guess.kind, step: guess.step, name: guess.name }),
          },
        ]
      : [],
  ),
})

export async function checked(
  server: TestServer,
  task: ImportTask,
  mapping: ReturnType<typeof guessed> & { replace?: boolean; timeFormat?: string },
  hydro?: string,
) {
  const a = await server.call(
    checkImport,
    { params: { id: task.id }, body: { version: task.version, mapping: mapping as never } },
    { account: 'admin', hydro },
  )
  expect(a.status, JSON.stringify(a.body)).toBe(200)
  return settled(server, task.id, hydro)
}

export async function ran(server: TestServer, task: ImportTask) {
  const a = await server.call(runImport, { params: { id: task.id }, body: { version: task.version } })
  expect(a.status, JSON.stringify(a.body)).toBe(200)
  return settled(server, task.id)
}
