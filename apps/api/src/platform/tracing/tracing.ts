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
  /** Address of the collector, without `/v1/traces`. */
  endpoint: string;
  serviceName: string;
  /** Share of the requests that are traced, from 0 to 1. */
  ratio: number;
};

/**
 * Traces of requests with their queries and calls to others. To be started before `http` and `pg` are imported. A trace begins and ends
 * here: what a stranger's header says of one is not believed, and nobody else is told of ours.
 *
 * @returns sends what is left, at the end of the process.
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
      // What the server does by itself once a second is no request.
      new PgInstrumentation({ requireParentSpan: true }),
      new UndiciInstrumentation({ requireParentforSpans: true }),
    ],
  });
  subscribe('fastify.initialization', (message) =>
    nameRoutes((message as { fastify: FastifyInstance }).fastify),
  );
  return () => provider.shutdown().catch(() => undefined);
}

/** Names the span of a request by the pattern of its route. */
function nameRoutes(app: FastifyInstance) {
  app.addHook('onRequest', async ({ routeOptions }) => {
    const metadata = getRPCMetadata(context.active());
    if (metadata !== undefined && routeOptions.url !== undefined) metadata.route = routeOptions.url;
  });
}
