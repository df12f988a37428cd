import type { Answer } from '../../setup/client.ts';
import type { Probe } from './probes.ts';

/** Steps to an answer that the rows of one organization decide. */
export type Story = Pick<Probe, 'name'> & {
  title: string;
  tell: () => Promise<Answer>;
  /** Status, where it is a refusal that is due. */
  refused?: number;
  due?: (body: unknown) => boolean;
};
