const AT_1H = 0.2
const AT_24H = 0.4
/** Share by which it grows per hour of lead behind the first. */
const PACE = (AT_24H - AT_1H) / 23

/**
 * How far off a forecast may be at a lead (h), as a share of it, while too few issues are kept to know it:
 * +-20 % at 1 h growing to +-40 % at 24 h, an assumption. It grows from nothing at lead 0, where the value is the
 * observed one, and goes on at the same pace behind 24 h, where nothing shows that forecasts grow no worse.
 * Source: domain rules 6.8; behind 24 h docs/decisions/0025.
 */
export function shareAt(lead: number): number {
  return lead <= 1 ? AT_1H * Math.max(0, lead) : AT_1H + PACE * (lead - 1)
}

/**
 * [lower, upper] around a forecast of v at a lead (h), not below 0. The share is of the greater of the forecast and
 * the inflow it starts from: a line that falls to nothing does not become certain by that.
 */
export function forecastBand(v: number, start: number, lead: number): [lower: number, upper: number] {
  const half = shareAt(lead) * Math.max(v, start)
  return [Math.max(0, v - half), v + half]
}
