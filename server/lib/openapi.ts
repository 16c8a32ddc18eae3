import { z } from 'zod'
import { fullPath, type Endpoint } from '#contract/endpoint.ts'
import { envelope, failure } from '#contract/envelope.ts'

const FAILURES: Record<string, string> = {
  400: 'Bad input: message and errors name path and reason',
  401: 'Not signed in, or the session is over',
  403: 'No permission, or not at this reservoir',
  500: 'Server error with an incident id that the log carries too',
}

function schema(type: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Record<
    string,
    unknown
  >
  return rest
}

function isGiven(type: z.ZodType | undefined): type is z.ZodType {
  return type !== undefined && type.type !== 'never'
}

function parameters(endpoint: Endpoint): object[] {
  const list: object[] = []
  for (const [where, type] of [
    ['path', endpoint.params],
    ['query', endpoint.query],
  ] as const) {
    if (!isGiven(type)) continue
    const object = schema(type, 'input') as { properties?: Record<string, object>; required?: string[] }
    for (const [name, property] of Object.entries(object.properties ?? {}))
      list.push({
        name,
        in: where,
        required: where === 'path' || (object.required ?? []).includes(name),
        schema: property,
      })
  }
  if (!['public', 'session'].includes(endpoint.access))
    list.push({
      name: 'hydro',
      in: 'header',
      required: false,
      description: 'Reservoir; needed when the account sees several',
      schema: { type: 'string' },
    })
  return list
}

function answers(endpoint: Endpoint): object {
  const kind = endpoint.answer ?? 'envelope'
  const success =
    kind === 'stream'
      ? { 'text/event-stream': { schema: { type: 'string' } } }
      : kind === 'binary'
        ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
        : {
            'application/json': {
              schema: schema(envelope(endpoint.data, endpoint.base === 'basic'), 'output'),
            },
          }
  const failures = Object.entries(FAILURES)
    .filter(
      ([status]) =>
        endpoint.access !== 'public' || !['401', '403'].includes(status) || endpoint.path.startsWith('/auth'),
    )
    .map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
    ])
  return {
    [String(endpoint.status ?? 200)]: { description: 'Success', content: success },
    ...Object.fromEntries(failures),
  }
}

/** The OpenAPI document of the endpoints: the same values the routes are made of. */
export function openapi(endpoints: readonly Endpoint[], version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const e of endpoints) {
    const path = (paths[fullPath(e)] ??= {})
    const body = isGiven(e.body) ? schema(e.body, 'input') : null
    const types = e.contentTypes ?? (body ? ['application/json'] : [])
    path[e.method.toLowerCase()] = {
      summary: e.summary,
      tags: [e.path.split('/').find((p) => p !== '' && p !== 'v1') ?? 'api'],
      'x-access': e.access,
      ...(e.also ? { 'x-access-also': e.also } : {}),
      security: e.access === 'public' ? [] : [{ bearer: [] }],
      parameters: parameters(e),
      ...(types.length > 0
        ? {
            requestBody: {
              content: Object.fromEntries(
                types.map((t) => [
                  t,
                  { schema: t === 'application/json' ? (body ?? {}) : { type: 'string' } },
                ]),
              ),
            },
          }
        : {}),
      responses: answers(e),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Forebay',
      version,
      description: 'Every answer is { status, message, data } unless said otherwise.',
    },
    servers: [{ url: '/' }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: schema(failure, 'output') },
    },
    paths,
  }
}
