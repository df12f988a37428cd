/** A line of Prometheus' text format: name, labels, value. */
export type Sample = { name: string; labels: Record<string, string>; value: number };

const LINE = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?)|NaN|[+-]Inf)$/i;
const LABEL = /([a-z_][a-z0-9_]*)="((?:[^"\\\n]|\\.)*)"(?:,|$)/giy;

function labelsOf(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const found = LABEL.exec(text);
    if (found === null) throw new Error(`no labels: ${text}`);
    const [, name = '', value = ''] = found;
    labels[name] = value;
  }
  return labels;
}

/**
 * Samples of a text as Prometheus reads it.
 *
 * @throws Error at a line that is none, or a sample whose kind was not told before.
 */
export function readMetrics(text: string): Sample[] {
  const kinds = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const [, told = '', kind = ''] =
      /^# TYPE (\S+) (counter|gauge|histogram|summary|untyped)$/.exec(line) ?? [];
    if (told !== '') kinds.set(told, kind);
    if (line.startsWith('#')) continue;
    const [, name = '', labels = '', value = ''] = LINE.exec(line) ?? [];
    const family = name.replace(/_(bucket|sum|count)$/, '');
    if (!kinds.has(name) && !/histogram|summary/.test(kinds.get(family) ?? ''))
      throw new Error(`not a sample: ${line}`);
    samples.push({ name, labels: labelsOf(labels), value: Number(value.replace('Inf', 'Infinity')) });
  }
  return samples;
}

/** Sum of the samples of a name with these labels. */
export const sumOf = (samples: readonly Sample[], name: string, labels: Record<string, string> = {}) =>
  samples
    .filter((one) => one.name === name)
    .filter((one) => Object.entries(labels).every(([label, value]) => one.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
