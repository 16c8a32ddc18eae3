import { z } from 'zod'
import { declares, fullPath, statusesOf, type Endpoint } from '#contract/endpoint.ts'
import { envelope, failure } from '#contract/envelope.ts'

const STATUSES: Readonly<Record<number, string>> = {
  400: 'Bad input: message and errors name path and reason',
  401: 'Not signed in, or the session is over',
  403: 'No permission, not at this reservoir, or not in this edition',
  404: 'What the call names is not there',
  409: 'Somebody else was quicker, or it cannot be together with what is there',
  413: 'The body is larger than its limit, also once it is decompressed',
  415: 'The content type or content encoding is not accepted',
  422: 'Well-formed, but impossible',
  429: 'Too many calls: retry-after says when to try again',
  500: 'Server error with an incident id that the log carries too',
  502: 'A server elsewhere did not answer as it should',
  503: 'The database is not ready: retry-after says when to try again',
  507: 'No space left to store what was sent',
}

type Json = Record<string, unknown>

const REFERENCE = /^#\/\$defs\//

/** Schemas of one document. Those with an id are written once, below components. */
function createSchemas() {
  const named = new Map<string, Json>()
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, v]) =>
        key === '$ref' && typeof v === 'string'
          ? [key, v.replace(REFERENCE, '#/components/schemas/')]
          : [key, moved(v)],
      ),
    )
  }
  return {
    named,
    /** The JSON Schema of a type, as input or as output. */
    of(type: z.ZodType, io: 'input' | 'output'): Json {
      const { $schema: _, ...schema } = z.toJSONSchema(type, {
        io,
        unrepresentable: 'any',
        override: ({ jsonSchema }) => {
          // Answers may gain fields; readers skip those that they do not know.
          if (io === 'output' && jsonSchema.additionalProperties === false)
            delete jsonSchema.additionalProperties
          onePattern(jsonSchema)
        },
      }) as Json & { $defs?: Record<string, Json> }
      const { $defs = {}, ...rest } = moved(schema) as Json & { $defs?: Record<string, Json> }
      for (const [id, definition] of Object.entries($defs)) {
        if (id.startsWith('__'))
          throw new Error(
            `generated clients cannot type a schema that contains itself: ${JSON.stringify(definition)}`,
          )
        const other = named.get(id)
        if (other && JSON.stringify(other) !== JSON.stringify(definition))
          throw new Error(`the schema ${id} is sent in one form and answered in another: each needs an id`)
        named.set(id, definition)
      }
      return rest
    },
  }
}
/** Joins several patterns of one text: generators of clients take allOf for composed types. */
function onePattern(schema: { allOf?: readonly object[]; pattern?: string }): void {
  const patterns = schema.allOf?.map((one) => (one as { pattern?: string }).pattern)
  if (!patterns?.every((p) => p !== undefined)) return
  delete schema.allOf
  schema.pattern = `^${patterns.map((p) => `(?=[\\s\\S]*?(?:${p}))`).join('')}`
}

type Schemas = ReturnType<typeof createSchemas>

const FAILURE = { $ref: '#/components/schemas/Failure' }
const BYTES = { type: 'string', format: 'binary' }

/** Security schemes by base: any one of a list is enough. */
const SECURITY: Record<Endpoint['base'], Json[]> = {
  main: [{ bearer: [] }],
  basic: [{ token: [] }, { bearer: [] }],
  ingest: [{ ingest: [] }],
}
const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The access token of POST /api/renew/auth/login, or of POST /api/login for the Basic API',
  },
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'token',
    description: 'The same access token, as machines send it to the Basic API',
  },
  ingest: {
    type: 'http',
    scheme: 'bearer',
    description: 'An ingest token with the scope that the call needs (x-access)',
  },
}

function parameters(endpoint: Endpoint, schemas: Schemas): object[] {
  const list: object[] = []
  for (const [where, type] of [
    ['path', endpoint.params],
    ['query', endpoint.query],
  ] as const) {
    if (!declares(type)) continue
    const object = schemas.of(type, 'input') as { properties?: Record<string, Json>; required?: string[] }
    for (const [name, { description, ...property }] of Object.entries(object.properties ?? {}))
      list.push({
        name,
        in: where,
        required: where === 'path' || (object.required ?? []).includes(name),
        ...(description === undefined ? {} : { description }),
        schema: property,
      })
  }
  for (const { name, required, description } of endpoint.headers ?? [])
    list.push({ name, in: 'header', required, description, schema: { type: 'string' } })
  if (endpoint.access !== 'public') list.push({ $ref: '#/components/parameters/hydro' })
  return list
}

function requestBody(endpoint: Endpoint, schemas: Schemas): { requestBody?: object } {
  const schema = declares(endpoint.body) ? schemas.of(endpoint.body, 'input') : null
  const types = endpoint.contentTypes ?? (schema ? ['application/json'] : [])
  if (types.length === 0) return {}
  const content = types.map((type) => {
    if (type === 'application/json') return [type, { schema: schema ?? {} }]
    return [type, { schema: /^text\/|json/.test(type) ? { type: 'string' } : BYTES }]
  })
  // A call without a body equals one with an empty object.
  const required = endpoint.contentTypes !== undefined || !endpoint.body!.safeParse({}).success
  return { requestBody: { required, content: Object.fromEntries(content) } }
}

function success(endpoint: Endpoint, schemas: Schemas): object {
  switch (endpoint.answer ?? 'envelope') {
    case 'stream':
      return { 'text/event-stream': { schema: { type: 'string' } } }
    case 'binary':
      return { '*/*': { schema: BYTES } }
    default: {
      const schema = schemas.of(envelope(endpoint.data, endpoint.base === 'basic'), 'output')
      return { 'application/json': { schema } }
    }
  }
}

function responses(endpoint: Endpoint, schemas: Schemas): object {
  const [first, ...refusals] = statusesOf(endpoint)
  const failed = { 'application/json': { schema: FAILURE } }
  return {
    [first]: { description: 'Success', content: success(endpoint, schemas) },
    ...Object.fromEntries(refusals.map((s) => [s, { description: STATUSES[s], content: failed }])),
  }
}

const tagOf = (e: Endpoint) =>
  e.base === 'main' ? (e.path.split('/').find((p) => p !== '' && p !== 'v1') ?? 'api') : e.base

/** The OpenAPI document of endpoints by the names of their operations, from the values that define the routes. */
export function openapi(operations: ReadonlyMap<string, Endpoint>, version: string): object {
  const schemas = createSchemas()
  schemas.named.set('Failure', schemas.of(failure, 'output'))
  const paths: Record<string, Record<string, object>> = {}
  for (const [operationId, e] of operations) {
    const path = (paths[fullPath(e)] ??= {})
    path[e.method.toLowerCase()] = {
      operationId,
      summary: e.summary,
      tags: [tagOf(e)],
      'x-access': e.access,
      ...(e.also ? { 'x-access-also': e.also } : {}),
      ...(e.notIn ? { 'x-not-in-editions': e.notIn } : {}),
      security: e.access === 'public' ? [] : SECURITY[e.base],
      parameters: parameters(e, schemas),
      ...requestBody(e, schemas),
      responses: responses(e, schemas),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Forebay',
      version,
      description:
        'Every answer is { status, message, data } unless said otherwise. Messages are in the language of accept-language: vi (default) or en. Bodies may be sent with content-encoding gzip or deflate.',
    },
    servers: [{ url: '/' }],
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: {
        hydro: {
          name: 'hydro',
          in: 'header',
          required: false,
          description: 'Code of the reservoir; needed where the caller sees several',
          schema: { type: 'string' },
        },
      },
      schemas: Object.fromEntries(schemas.named),
    },
    paths,
  }
}
