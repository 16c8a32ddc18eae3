const AT_1H = 0.2
const AT_24H = 0.4
/** Growth of the share per hour of lead after the first. */
const PACE = (AT_24H - AT_1H) / 23

/**
 * Half-width of the band of a forecast at a lead (h), as a share of it: +-20 % at 1 h growing to +-40 % at 24 h,
 * assumed while too few past forecasts are kept to measure it. It grows from zero at lead 0, where the value is
 * observed, and continues at the same rate after 24 h, where nothing shows that errors stop growing. Source: domain
 * rules 6.8; after 24 h docs/decisions/0025.
 */
export function shareAt(lead: number): number {
  return lead <= 1 ? AT_1H * Math.max(0, lead) : AT_1H + PACE * (lead - 1)
}

/**
 * [lower, upper] around a forecast of v at a lead (h), not below 0. The share is of the larger of the forecast and the
 * inflow from which it starts: a line that falls to zero does not become certain by that.
 */
export function forecastBand(v: number, start: number, lead: number): [lower: number, upper: number] {
  const half = shareAt(lead) * Math.max(v, start)
  return [Math.max(0, v - half), v + half]
}
