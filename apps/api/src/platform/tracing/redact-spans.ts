import type { Attributes } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

/** Exported attributes. Addresses, headers, error messages and query parameters are excluded. */
const EXPORTED = new Set([
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'network.protocol.version',
  'server.address',
  'server.port',
  'url.scheme',
  'error.type',
  'db.system.name',
  'db.namespace',
  'db.operation.name',
  'db.query.text',
]);

/** Replaces the literals in a statement: `'…'`, `$tag$…$tag$` and numbers become `?`. */
const withoutLiterals = (statement: string) =>
  statement
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/\$(\w*)\$.*?\$\1\$/gs, '?')
    .replace(/(?<![\w$.])\d+(?:\.\d+)?/g, '?');

const exportedAttributes = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => EXPORTED.has(name))
      .map(([name, value]) => [
        name,
        name === 'db.query.text' && typeof value === 'string' ? withoutLiterals(value) : value,
      ]),
  );

/** Returns a span without events and error messages, which may quote user input. */
const redactSpan = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    attributes: { value: exportedAttributes(span.attributes) },
    events: { value: [] },
    links: { value: [] },
    status: { value: { code: span.status.code } },
  });

/** Returns an exporter that exports only the listed attributes of each span (default deny). */
export function redactSpans(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(redactSpan), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
