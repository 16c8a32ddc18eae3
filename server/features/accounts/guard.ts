import type { FastifyRequest } from 'fastify'
import { can, expertMay } from '#core/access/index.ts'
import { fullPath, type Access, type Endpoint } from '#contract/endpoint.ts'
import { WALL_CALLS } from '#contract/wall.ts'
import { record } from '#server/features/audit/index.ts'
import { badRequest, forbidden, unauthorized, unprocessable } from '#server/lib/errors.ts'
import { digest } from '#server/lib/secrets.ts'
import { languageOf, reservoirInHeader, type Caller, type Guard } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { verifyAccess } from './access-token.ts'
import { SERVICE, SERVICE_PERMISSIONS } from './service-account.ts'
import { activePlants, plantsGranted } from '#server/lib/across.ts'
import { membersOfSession, findLiveToken } from './store.ts'

/** A call that the guard judges. wanted: the reservoir that it names; null: none. */
interface GuardedCall {
  request: FastifyRequest
  endpoint: Endpoint
  access: Access
  wanted: string | null
  quiet: boolean
  anonymous: Caller
}

/** What the guard needs of wall screens. */
interface WallScreens {
  isToken(token: string): boolean
  /** @throws Problem 401 */
  of(token: string): Promise<{ screenId: string; name: string; hydro: string }>
}

const SCREEN_CALLS: ReadonlySet<string> = new Set(WALL_CALLS.map((e) => `${e.method} ${fullPath(e)}`))
/** All permissions of a wall screen, valid for its own calls only. */
export const SCREEN_PERMISSIONS = ['dashboard.view'] as const

/** The token that a call carries in a header. */
export function tokenOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (header?.startsWith('Bearer ')) return header.slice(7).trim()
  const token = request.headers.token
  return typeof token === 'string' && token !== '' ? token : null
}

/**
 * Finds out who calls, and checks it against what the endpoint requires. @throws Problem 401 without a valid token,
 * 403 without the permission or the reservoir, 400 when a reservoir must be named
 */
export function createGuard(
  s: Services,
  ingestToken: (secret: string, wanted: string | null) => Promise<Caller | null>,
  screens: WallScreens,
  /** Whether the edition has an endpoint. */
  isThere: (endpoint: Endpoint) => boolean,
): Guard {
  return async (request, endpoint, { named = null, quiet = false } = {}) => {
    const { access } = endpoint
    const anonymous: Caller = {
      actor: 'nobody',
      accountId: null,
      sessionId: null,
      tokenId: null,
      hydro: '',
      permissions: [],
      series: null,
      scopes: [],
      language: languageOf(request),
      address: request.ip,
    }
    if (access === 'public') return anonymous
    const token = tokenOf(request)
    if (token === null) throw unauthorized('unauthorized')
    const wanted = reservoirInHeader(request) ?? named
    const call: GuardedCall = { request, endpoint, access, wanted, quiet, anonymous }
    const caller = await callerBy(call, token)
    if (!isThere(endpoint)) throw forbidden('not_in_edition')
    return caller
  }

  function callerBy(call: GuardedCall, token: string): Promise<Caller> {
    if (call.access.startsWith('token:')) return tokenCaller(call, token)
    return screens.isToken(token) ? screenCaller(call, token) : sessionCaller(call, token)
  }

  async function tokenCaller({ request, access, wanted }: GuardedCall, secret: string): Promise<Caller> {
    const caller = await ingestToken(secret, wanted)
    if (!caller) throw unauthorized('token_invalid')
    if (!caller.scopes.includes(access.slice('token:'.length))) throw forbidden()
    // Refuses readings that no reservoir would ever show.
    if (caller.hydro === '') throw unprocessable('no_plant')
    if (wanted !== null && wanted !== caller.hydro) throw forbidden('reservoir_forbidden', { hydro: wanted })
    return { ...caller, language: languageOf(request), address: request.ip }
  }

  /** The caller of a wall screen: its own reservoir and its own calls, and nothing else that the permission allows. */
  async function screenCaller(
    { endpoint, access, wanted, anonymous }: GuardedCall,
    token: string,
  ): Promise<Caller> {
    const { screenId: id, name, hydro } = await screens.of(token)
    const shows = SCREEN_CALLS.has(`${endpoint.method} ${fullPath(endpoint)}`)
    if (!shows || !can(SCREEN_PERMISSIONS, access as never)) throw forbidden('wall_read_only')
    if (wanted !== null && wanted !== hydro) throw forbidden('reservoir_forbidden', { hydro: wanted })
    return {
      ...anonymous,
      actor: `screen:${id}`,
      // Identifies its stream.
      sessionId: id,
      hydro,
      permissions: SCREEN_PERMISSIONS,
      screen: { id, name },
    }
  }

  async function sessionCaller(call: GuardedCall, token: string): Promise<Caller> {
    const { request, endpoint, access, wanted, quiet, anonymous } = call
    const { anyReservoir = false, atEach = false, also } = endpoint
    const now = s.clock.now()
    const claims = await verifyAccess(s.secrets, token, now)
    if (claims.service) return serviceCaller(call)
    const members = await membersOfSession(s.db, claims.session, now)
    if (members.length === 0) throw unauthorized('token_invalid')
    const hydro = await chooseReservoir(members[0].account_id, wanted, members[0].session_hydro, anyReservoir)
    const member = members.find((m) => m.hydro_code === hydro) ?? members.find((m) => m.hydro_code === '*')
    if (!member && !anyReservoir) throw forbidden('reservoir_forbidden', { hydro })
    const expert = s.config.expertAccounts.includes(members[0].account_code)
    const permissions = member?.permissions ?? []
    const mayAt = (held: readonly string[], p: string) => can(held, p as never) || (expert && expertMay(p))
    const hasPermission = (p: string) =>
      atEach ? members.some((m) => mayAt(m.permissions, p)) : mayAt(permissions, p)
    if (access === 'expert' && !expert) throw forbidden('experts_only')
    const open = access === 'session' || access === 'expert'
    const allowed = open || hasPermission(access) || (also !== undefined && hasPermission(also))
    if (!allowed) {
      // At another reservoir than its own, the token claims nothing.
      if (hydro === claims.hydro && !quiet)
        await noteDemotion(members[0].account_id, request, access, claims.role, hydro, now)
      throw forbidden()
    }
    return {
      ...anonymous,
      actor: members[0].account_id,
      accountId: members[0].account_id,
      sessionId: claims.session,
      hydro,
      permissions,
    }
  }

  /** The caller of a service token: every reservoir, the Basic API, nothing else. */
  async function serviceCaller({ endpoint, access, wanted, anonymous }: GuardedCall): Promise<Caller> {
    // Removing the credentials from the settings ends their tokens.
    if (s.config.serviceUsername === null) throw unauthorized('token_invalid')
    if (endpoint.base !== 'basic' || !can(SERVICE_PERMISSIONS, access as never)) throw forbidden()
    const codes = await activePlants(s.db.pool)
    if (wanted !== null && !codes.includes(wanted)) throw forbidden('reservoir_forbidden', { hydro: wanted })
    if (wanted === null && codes.length === 0) throw unprocessable('no_plant')
    if (wanted === null && codes.length > 1) throw badRequest('hydro_required')
    return { ...anonymous, actor: SERVICE, hydro: wanted ?? codes[0], permissions: SERVICE_PERMISSIONS }
  }

  /** Audits the use of a token that was issued before a demotion, which is refused. */
  async function noteDemotion(
    actor: string,
    request: FastifyRequest,
    access: Access,
    claimed: readonly string[],
    hydro: string,
    now: number,
  ): Promise<void> {
    if (access === 'session' || access === 'expert' || !can(claimed, access as never)) return
    await record(
      s.db.pool,
      now,
      { actor, address: request.ip, hydro: hydro || null },
      {
        act: 'refused',
        noun: 'call',
        item: `${request.method} ${request.routeOptions.url}`,
        after: { needed: access },
        reason: 'token_before_demotion',
      },
    )
  }

  async function chooseReservoir(
    accountId: string,
    wanted: string | null,
    ofSession: string,
    anyReservoir: boolean,
  ): Promise<string> {
    if (wanted === null && ofSession !== '' && s.config.edition !== 'SERVER') return ofSession
    const codes = await plantsGranted(s.db.pool, accountId)
    if (wanted !== null) {
      if (!codes.includes(wanted)) throw forbidden('reservoir_forbidden', { hydro: wanted })
      return wanted
    }
    if (codes.length === 1) return codes[0]
    if (anyReservoir) return ofSession
    if (codes.length === 0) throw unprocessable('no_plant')
    throw badRequest('hydro_required')
  }
}

/** Caller of a stored ingest token, or null. */
export async function findIngestToken(s: Services, secret: string): Promise<Caller | null> {
  const row = await findLiveToken(s.db, digest(secret))
  if (!row) return null
  return {
    actor: `token:${row.token_id}`,
    accountId: null,
    sessionId: null,
    tokenId: row.token_id,
    hydro: row.hydro_code,
    permissions: [],
    series: row.series,
    scopes: row.scopes,
    language: 'vi',
    address: '',
  }
}
