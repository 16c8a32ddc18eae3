/** Display names of the wire's units. */
const WORDS: Record<string, string> = {
  'm3/s': 'm³/s',
  m3: 'm³',
  '10^6 m3': '10⁶ m³',
  'kW/(m3/s m)': 'kW/(m³/s·m)',
  degC: '°C',
  '-': '',
}

export function unitWords(unit: string): string {
  const [own, ...rest] = unit.split(' / ')
  return [WORDS[own] ?? own, ...rest].filter((part) => part !== '').join(' / ')
}
