import type { ClientResponse } from '../../setup/client.ts';
import type { Probe } from './probes.ts';

/** Several calls whose last response depends only on rows of one organization. */
export type Story = Pick<Probe, 'name'> & {
  title: string;
  run: () => Promise<ClientResponse>;
  /** Expected status of a refusal. */
  refused?: number;
  due?: (body: unknown) => boolean;
};
