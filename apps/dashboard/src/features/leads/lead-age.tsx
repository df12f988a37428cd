import { formatAge } from '@/shared/format/date.ts';
import { IconClock } from '@/shared/ui/icons.ts';
import type { AnyLead } from './lead.ts';
import classes from './leads.module.css';

const HOUR_MS = 3_600_000;
const AMBER_AFTER_MS = HOUR_MS;
const RED_AFTER_MS = 24 * HOUR_MS;

/** Time since a new lead was created: amber after an hour, red after a day. Renders nothing for other statuses. */
export function LeadAge({ lead: { status, created_at } }: { lead: AnyLead }) {
  if (status !== 'new') return null;
  const now = Date.now();
  const age = now - Date.parse(created_at);
  return (
    <span
      className={classes['age']}
      data-late={age > RED_AFTER_MS ? 'red' : age > AMBER_AFTER_MS ? 'amber' : undefined}
    >
      <IconClock size={14} stroke={1.75} aria-hidden /> ждет {formatAge(created_at, now)}
    </span>
  );
}
