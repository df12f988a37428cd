import { z } from 'zod';
import { isHttpUrl, nonEmpty } from './values.ts';

export const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().refine(isHttpUrl, 'Адрес вида http://127.0.0.1:4318.').optional(),
  OTEL_SERVICE_NAME: z.string().default('referral-dashboard'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('Доля от 0 до 1.')
    .min(0, 'Доля от 0 до 1.')
    .max(1, 'Доля от 0 до 1.')
    .default(1),
};

/** Returns the settings of tracing, or undefined for invalid ones, which `readConfig` reports. Loads no module that is traced. */
export const readTracing = (env: Record<string, string | undefined>) =>
  z.object(tracingEnvironment).safeParse(nonEmpty(env)).data;
