/** A line of Prometheus' text format: name, labels, value. */
export type Sample = { name: string; labels: Record<string, string>; value: number };

const LINE = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?)|NaN|[+-]Inf)$/i;
const LABEL = /([a-z_][a-z0-9_]*)="((?:[^"\\\n]|\\.)*)"(?:,|$)/giy;

function labelsOf(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const match = LABEL.exec(text);
    if (match === null) throw new Error(`invalid labels: ${text}`);
    const [, name = '', value = ''] = match;
    labels[name] = value;
  }
  return labels;
}

/**
 * Parses the Prometheus text format.
 *
 * @throws Error for an invalid line, or a sample without a preceding `# TYPE` line.
 */
export function readMetrics(text: string): Sample[] {
  const kinds = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const [, family = '', kind = ''] =
      /^# TYPE (\S+) (counter|gauge|histogram|summary|untyped)$/.exec(line) ?? [];
    if (family !== '') kinds.set(family, kind);
    if (line.startsWith('#')) continue;
    const [, name = '', labels = '', value = ''] = LINE.exec(line) ?? [];
    const histogram = name.replace(/_(bucket|sum|count)$/, '');
    if (!kinds.has(name) && !/histogram|summary/.test(kinds.get(histogram) ?? ''))
      throw new Error(`not a sample: ${line}`);
    samples.push({ name, labels: labelsOf(labels), value: Number(value.replace('Inf', 'Infinity')) });
  }
  return samples;
}

/** Returns the sum of the samples with the given name and labels. */
export const sumSamples = (samples: readonly Sample[], name: string, labels: Record<string, string> = {}) =>
  samples
    .filter((one) => one.name === name)
    .filter((one) => Object.entries(labels).every(([label, value]) => one.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
