// Order matters: the user agents of earlier entries also contain the names of later ones.
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

/** Browser and system of a `User-Agent`, for example «Chrome, Windows». */
export function browserName(userAgent: string): string {
  const labels = [find(BROWSERS, userAgent), find(SYSTEMS, userAgent)].filter(Boolean);
  return labels.length > 0 ? labels.join(', ') : 'Неизвестное устройство';
}
