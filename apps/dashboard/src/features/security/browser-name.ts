// In this order: those below call themselves by the names of those above as well.
const BROWSERS: readonly [RegExp, string][] = [
  [/YaBrowser/, 'Яндекс Браузер'],
  [/Edg/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];

const find = (names: readonly [RegExp, string][], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** «Chrome, Windows» of a `User-Agent`, for people to tell their devices apart. */
export function browserName(userAgent: string): string {
  const known = [find(BROWSERS, userAgent), find(SYSTEMS, userAgent)].filter(Boolean);
  return known.length > 0 ? known.join(', ') : 'Неизвестное устройство';
}
