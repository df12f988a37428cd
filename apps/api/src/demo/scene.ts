import type { PartnerViewer, Staff } from '../platform/http/viewer.ts';
import type { DemoEnrollment } from './partners.ts';
import type { DemoProgram } from './programs.ts';
import type { Random } from './random.ts';

/** Input for demo data. The first enrollment belongs to the demo partner. */
export type DemoScene = {
  organizationId: string;
  /** The owner of the organization. */
  staff: Staff;
  /** The user of the demo partner. */
  partner: PartnerViewer;
  programs: readonly DemoProgram[];
  enrollments: readonly [DemoEnrollment, ...DemoEnrollment[]];
  now: Date;
  random: Random;
};

/** Request id of the changes in the journal. */
export const REQUEST_ID = 'demo';

/** The partners that take part in a program, in the order of their creation. */
export const participants = ({ enrollments }: DemoScene) => [...new Set(enrollments.map(({ card }) => card))];
