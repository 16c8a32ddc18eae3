import { postReadings } from '#contract/readings.ts'
import { Problem } from '#server/lib/errors.ts'
import type { Batch } from './batch.ts'
import { fromCsv } from './csv.ts'
import { fromJson, fromLines, fromObject } from './json.ts'

/** The format that a content type means; null: not accepted. */
function formOf(contentType: string | undefined): 'json' | 'lines' | 'csv' | null {
  const type = (contentType ?? '').split(';', 1)[0].trim().toLowerCase()
  if (type === 'application/json') return 'json'
  if (type === 'application/x-ndjson' || type === 'application/ndjson' || type === 'application/jsonl')
    return 'lines'
  if (type === 'text/csv') return 'csv'
  return null
}

/**
 * Reads the body of an ingest call: bytes, or what the web server already parsed from JSON. @throws Problem for a body
 * that cannot be read at all; readings that cannot are in `rejected`
 */
export function parseBatch(body: unknown, contentType: string | undefined, length = 0): Batch {
  const form = formOf(contentType)
  if (form === null)
    throw new Problem(415, 'wrong_content_type', {
      type: contentType ?? '-',
      allowed: postReadings.contentTypes!.join(', '),
    })
  if (!Buffer.isBuffer(body) && typeof body !== 'string') return fromObject(body, length)
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  if (form === 'csv') return fromCsv(bytes)
  const text = typeof body === 'string' ? body : bytes.toString('utf8')
  return form === 'json' ? fromJson(text, bytes.length) : fromLines(text, bytes.length)
}
