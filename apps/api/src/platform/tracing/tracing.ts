import { subscribe } from 'node:diagnostics_channel';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { getRPCMetadata } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance } from 'fastify';
import { redactSpans } from './redact-spans.ts';

const TIMEOUT_MS = 3000;

export type TracingSettings = {
  /** URL of the collector, without `/v1/traces`. */
  endpoint: string;
  serviceName: string;
  /** Share of traced requests, from 0 to 1. */
  ratio: number;
};

/**
 * Starts tracing of requests with their database queries and outgoing calls. Call it before `http` and `pg` are imported. Trace headers of
 * incoming requests are ignored, and outgoing requests have none.
 *
 * @returns a function that sends the remaining spans at the end of the process.
 */
export function startTracing({ endpoint, serviceName, ratio }: TracingSettings): () => Promise<void> {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = redactSpans(new OTLPTraceExporter({ url, timeoutMillis: TIMEOUT_MS }));
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: TIMEOUT_MS })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  registerInstrumentations({
    instrumentations: [
      new HttpInstrumentation(),
      // Excludes background queries, which run every second outside a request.
      new PgInstrumentation({ requireParentSpan: true }),
      new UndiciInstrumentation({ requireParentforSpans: true }),
    ],
  });
  subscribe('fastify.initialization', (message) =>
    nameRoutes((message as { fastify: FastifyInstance }).fastify),
  );
  return () => provider.shutdown().catch(() => undefined);
}

/** Names the span of a request after the pattern of its route. */
function nameRoutes(app: FastifyInstance) {
  app.addHook('onRequest', async ({ routeOptions }) => {
    const metadata = getRPCMetadata(context.active());
    if (metadata !== undefined && routeOptions.url !== undefined) metadata.route = routeOptions.url;
  });
}
