import { z } from 'zod';
import { text } from '../values/text.ts';
import { version } from '../values/values.ts';

/** Transition of an object. With `version`, a version that the caller has not seen is refused. */
export const transition = z.object({ version: version.optional() });

/** Transition that requires a reason. */
export const transitionWithReason = z.object({ reason: text({ max: 1000 }), version: version.optional() });

/** Approval of the version that the caller saw, so that a changed object is not approved unseen. */
export const approval = z.object({ version });
